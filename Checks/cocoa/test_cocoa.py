"""RxSwift's own RxCocoa, from the checkout that RXSWIFT names, on this engine.

It is built as `headwater` builds it for a package, and passes its own tests and RxRelay's, except for those that need a
screen or Objective-C. Its parts for UIKit and AppKit are parsed, and the names that they use are looked for. Nothing of
the checkout is kept: the copies are in the build folder.
"""

import os
import pathlib
import re
import shutil
import subprocess

import pytest
import uses

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADWATER = pathlib.Path(os.environ.get("HEADWATER", ROOT / ".build/debug/headwater"))
FOLDER = ROOT / ".build/cocoa"
PACKAGE = FOLDER / "package"
MINUTES = 60
TARGETS = ["arm64-apple-ios18.0", "arm64-apple-macos15.0", "arm64-apple-tvos18.0", "arm64-apple-xros2.0"]

# The tests of RxCocoa that need neither a screen nor Objective-C; all of RxRelay's do.
TESTS = """
    ControlEventTests ControlPropertyTests Driver+Test Infallible+BindTests NotificationCenterTests Observable+BindTests
    ObservableConvertibleType+SharedSequence SharedSequence+ConcurrencyTests SharedSequence+Extensions
    SharedSequence+OperatorTest SharedSequence+Test Signal+Test
    """.split()
# The files from other folders of the checkout that these tests use.
SUPPORT = """
    Tests/MessageProcessingStage.swift Tests/Recorded+Timeless.swift Tests/Resources.swift Tests/RxTest.swift
    Tests/TestErrors.swift Tests/XCTest+AllTests.swift Tests/RxSwiftTests/Atomic+Overrides.swift
    Tests/RxSwiftTests/Synchronized.swift Tests/RxSwiftTests/TestImplementations Platform
    """.split()

MANIFEST = """\
// swift-tools-version: 6.0
import PackageDescription

let products: [Target.Dependency] = ["RxSwift", "RxRelay", "RxCocoa", "RxTest", "RxBlocking"].map {
  .product(name: $0, package: "RxSwift")
}
let package = Package(
  name: "Cocoa", platforms: [.macOS(.v15)],
  dependencies: [.package(url: "https://github.com/ReactiveX/RxSwift.git", from: "6.0.0")],
  targets: [
    .executableTarget(name: "app", dependencies: Array(products.dropLast(2))),
    .testTarget(name: "CocoaTests", dependencies: products, swiftSettings: [.define("TRACE_RESOURCES")]),
  ],
  swiftLanguageModes: [.v5])
"""

# The type of the error is in RxSwift's RxCocoa only.
APP = """\
import RxCocoa
import RxSwift

let names = BehaviorRelay(value: "Ada")
names.asDriver().map { $0.uppercased() }.drive(onNext: { print($0) }).dispose()
_ = Observable<Int>.error(RxCocoaError.unknown).subscribe(onError: { print($0) })
"""


@pytest.fixture(scope="module")
def checkout():
    folder = os.environ.get("RXSWIFT")
    if not folder:
        pytest.skip("RXSWIFT=FOLDER names no checkout of RxSwift")
    return pathlib.Path(folder).resolve()


def copy(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target)
    else:
        shutil.copy(source, target)


@pytest.fixture(scope="module")
def package(checkout):
    """A package for RxSwift, which has no RxSwift to fetch."""
    shutil.rmtree(PACKAGE, ignore_errors=True)
    tests = PACKAGE / "Tests/CocoaTests"
    for name in TESTS:
        copy(checkout / f"Tests/RxCocoaTests/{name}.swift", tests / f"{name}.swift")
    copy(checkout / "Tests/RxRelayTests", tests / "RxRelayTests")
    for name in SUPPORT:
        copy(checkout / name, tests / "Support" / pathlib.Path(name).name)
    copy(pathlib.Path(__file__).parent / "Borrowed.swift", tests / "Borrowed.swift")
    (PACKAGE / "Sources/app").mkdir(parents=True)
    (PACKAGE / "Sources/app/main.swift").write_text(APP)
    (PACKAGE / "Package.swift").write_text(MANIFEST)
    return PACKAGE


def headwater(checkout, *words):
    environment = os.environ | {"HEADWATER_RXCOCOA": str(checkout), "XDG_CACHE_HOME": str(FOLDER / "cache")}
    return subprocess.run(
        [HEADWATER, *words], cwd=FOLDER, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        timeout=20 * MINUTES)  # fmt: skip


def test_a_program_records_what_goes_through_it(checkout, package):
    result = headwater(checkout, "record", "-o", "app.hwtrace", package, "--product", "app")
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines() == ["ADA", "Unknown error occurred."]
    # RxCocoa's lines stand for the engine, not for the program.
    shown = headwater(checkout, "show", "app.hwtrace")
    assert re.search(r"drive names → asDriver → map +main\.swift:5\n", shown.stdout), shown.stdout


def test_its_tests_without_a_screen_pass(checkout, package):
    result = headwater(checkout, "test", package, "--keep", "tests.hwtrace", "--event", "error")
    counts = re.findall(r"Executed (\d+) tests, with (\d+) failure", result.stdout)
    assert counts and int(counts[-1][0]) > 100 and counts[-1][1] == "0", result.stdout[-20000:] + result.stderr
    assert result.returncode == 0, result.stderr
    print(f"{counts[-1][0]} tests passed")


@pytest.mark.parametrize("target", TARGETS)
def test_its_sources_are_parsed(checkout, target):
    files = uses.sources(checkout / "RxCocoa")
    assert any(path.parent.name == "iOS" for path in files) and any(path.parent.name == "macOS" for path in files)
    subprocess.run(["swiftc", "-frontend", "-parse", "-target", target, *files], check=True)


def test_the_modules_that_it_imports_are_there(checkout):
    text = (ROOT / "Sources/PipelineRunning/Compiling/AppleModules.swift").read_text()
    apples = set(re.findall(r'"(\w+)"', text[text.index("names: Set"):text.index("  ]\n")]))
    assert "UIKit" in apples and uses.foreign_imports(checkout, apples) == []


def test_the_names_that_it_uses_are_there(checkout):
    lines, used = uses.missing(checkout, uses.SURFACE.read_text())
    assert lines == []
    assert len(used) > 60


def test_a_name_or_a_label_that_is_not_there_is_found(checkout):
    surface = uses.SURFACE.read_text()
    lines, _ = uses.missing(checkout, surface.replace("mapObserver", "mappedObserver"))
    assert lines == ["RxCocoa/Traits/ControlProperty.swift: mapObserver"]
    lines, _ = uses.missing(checkout, surface.replace("share(replay:scope:)", "share(replay:range:)"))
    assert "RxCocoa/Traits/Signal/Signal.swift: share(scope:)" in lines
