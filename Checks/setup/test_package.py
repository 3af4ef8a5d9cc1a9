"""A package that depends on this one, and the manifest that makes it light."""

import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADWATER = pathlib.Path(os.environ.get("HEADWATER", ROOT / ".build/debug/headwater"))
ENGINE = ["Rx", "RxSwift", "RxRelay", "RxCocoa", "RxTest", "RxBlocking", "NSObject_Rx", "RxTracing"]
SYSTEM_MODULES = {"Foundation", "Testing", "XCTest", "Synchronization", "Dispatch", "Glibc", "Darwin", "Musl"}
MINUTES = 60


@pytest.fixture(scope="module")
def repository(tmp_path_factory):
    """This checkout as it stands, as a repository with a version."""
    folder = tmp_path_factory.mktemp("repository") / "headwater"
    folder.mkdir()
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "Package.swift", "Sources", "Tests"],
        cwd=ROOT, capture_output=True, check=True)  # fmt: skip
    for name in filter(None, listing.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "Release"], ["tag", "1.0.0"]):
        author = ["-c", "user.name=Tester", "-c", "user.email=tester@localhost"]
        subprocess.run(["git", *author, *words], cwd=folder, check=True)
    return folder


class Consumer:
    """A package with nothing special in its manifest."""

    def __init__(self, folder, dependency, products, source, package="headwater"):
        self.folder = folder
        references = ", ".join(f'.product(name: "{name}", package: "{package}")' for name in products)
        (folder / "Sources/App").mkdir(parents=True)
        (folder / "Sources/App/main.swift").write_text(source)
        (folder / "Package.swift").write_text(
            "// swift-tools-version: 6.3\nimport PackageDescription\n"
            'let package = Package(name: "App", platforms: [.macOS(.v15)],\n'
            f"  dependencies: [{dependency}],\n"
            f'  targets: [.executableTarget(name: "App", dependencies: [{references}])])\n')  # fmt: skip

    def swift(self, *words):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("HEADWATER_")}
        # No C library is found: an app needs none of those that the generator uses.
        environment |= {"PKG_CONFIG_LIBDIR": str(self.folder / "none"), "XDG_CACHE_HOME": str(self.folder / "cache")}
        return subprocess.run(
            ["swift", *words], cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, timeout=20 * MINUTES)  # fmt: skip

    def resolve(self):
        result = self.swift("package", "resolve")
        assert result.returncode == 0, result.stdout
        return self.resolved()

    def resolved(self):
        """The packages that were resolved, each of which was also fetched and checked out."""
        file = self.folder / "Package.resolved"
        pins = json.loads(file.read_text())["pins"] if file.exists() else []
        names = sorted(pin["identity"] for pin in pins)
        checkouts = self.folder / ".build/checkouts"
        present = sorted(path.name for path in checkouts.iterdir()) if checkouts.exists() else []
        fetched = self.folder / ".build/repositories"
        assert present == names
        assert len([path for path in fetched.glob("*") if path.is_dir()] if fetched.exists() else []) == len(names)
        return names


def imports(modules):
    return "".join(f"import {name}\n" for name in modules)


def test_an_app_by_url_resolves_and_builds_nothing_else(tmp_path, repository):
    # A command has no XCTest to load, which RxTest imports.
    source = imports(name for name in ENGINE if name != "RxTest") + "_ = Rx.Observable.just(1).subscribe()\n"
    app = Consumer(tmp_path, f'.package(url: "{repository}", from: "1.0.0")', ENGINE, source)
    assert app.resolve() == ["headwater"]
    result = app.swift("build")
    assert result.returncode == 0, result.stdout
    assert "warning:" not in result.stdout
    assert app.resolved() == ["headwater"]

    (tmp_path / "Package.swift").write_text(
        (tmp_path / "Package.swift").read_text().replace('"Rx"', '"RxDistributedTracing"'))  # fmt: skip
    (tmp_path / "Sources/App/main.swift").write_text(
        'import Rx\nimport RxDistributedTracing\n_ = Observable.just(1).traced("one")\n')  # fmt: skip
    result = app.swift("build")
    assert result.returncode != 0 and 'add traits: ["DistributedTracing"]' in result.stdout
    assert app.resolved() == ["headwater"]


def test_an_app_by_path_resolves_nothing(tmp_path):
    app = Consumer(tmp_path, f'.package(name: "headwater", path: "{ROOT}")', ENGINE, "import Rx\n")
    assert app.resolve() == []


def test_the_trait_of_distributed_tracing_brings_that_package_only(tmp_path):
    dependency = f'.package(name: "headwater", path: "{ROOT}", traits: ["DistributedTracing"])'
    app = Consumer(tmp_path, dependency, ["RxDistributedTracing"], "import RxDistributedTracing\n")
    assert app.resolve() == ["swift-distributed-tracing", "swift-service-context"]


def test_a_release_build_counts_living_objects_with_the_trait(tmp_path):
    source = (
        "import Rx\nvar subject: PublishSubject<Int>? = PublishSubject()\nprint(Resources.total)\n"
        "subject = nil\nprint(Resources.total)\n")  # fmt: skip
    dependency = f'.package(name: "headwater", path: "{ROOT}", traits: ["TraceResources"])'
    app = Consumer(tmp_path, dependency, ["Rx"], source)
    result = app.swift("run", "--configuration", "release", "--quiet")
    assert result.returncode == 0 and result.stdout.splitlines()[-2:] == ["1", "0"], result.stdout


@pytest.fixture(scope="module")
def manifest():
    # Other tests of this folder may be running, and they hold its lock.
    command = ["Scripts/swift", "package", "--ignore-lock", "dump-package"]
    output = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    return json.loads(output.stdout)


def test_all_platforms_with_mutex_are_named(manifest):
    versions = {platform["platformName"]: platform["version"] for platform in manifest["platforms"]}
    assert versions == {"macos": "15.0", "ios": "18.0", "tvos": "18.0", "watchos": "11.0", "visionos": "2.0"}


def requirements(manifest):
    """For each package that a manifest names, what it asks for: an exact version, or a range."""
    packages = [package for [package] in (it["sourceControl"] for it in manifest["dependencies"])]
    return {package["identity"]: package["requirement"] for package in packages}


def test_versions_are_exact_unless_a_dependent_resolves_them_too(manifest):
    ranges = {name for name, requirement in requirements(manifest).items() if "range" in requirement}
    assert ranges == {"swift-distributed-tracing", "swift-service-context"}


def test_the_generator_for_programs_of_this_repository_has_the_same_versions(manifest):
    output = subprocess.run(
        ["Scripts/swift", "package", "dump-package", "--package-path", "Checks/generator"],
        cwd=ROOT, capture_output=True, check=True)  # fmt: skip
    generator = requirements(json.loads(output.stdout))
    assert "swift-nio" in generator and generator.items() <= requirements(manifest).items()


def imported_modules(target):
    kind = "Tests" if target["type"] == "test" else "Sources"
    folder = ROOT / (target.get("path") or f"{kind}/{target['name']}")
    pattern = re.compile(r"^(?:@\w+(?:\(\w+\))? |\w+ )*import (?:(?:struct|class|enum|protocol|func|typealias) )?(\w+)", re.M)
    excluded = [folder / name for name in target["exclude"]]
    for file in folder.rglob("*.swift"):
        if not any(parent in excluded for parent in file.parents):
            yield from pattern.findall(file.read_text())


def test_every_product_that_is_linked_is_imported(manifest):
    unused = []
    for target in manifest["targets"]:
        products = [it["product"][0] for it in target["dependencies"] if "product" in it]
        unused += [f"{target['name']}: {name}" for name in set(products) - set(imported_modules(target))]
    assert unused == []


def test_an_installed_command_has_the_engine_for_packages(tmp_path):
    prefix = tmp_path / "prefix"
    # The folder only collects files, so that no trial program is compiled.
    environment = os.environ | {"DESTDIR": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    subprocess.run(["Scripts/install", prefix, HEADWATER.parent], cwd=ROOT, env=environment, check=True)
    # The sources of the prefix are taken, and not those of the checkout that the command was built in.
    (prefix / "share/headwater/Sources/Rx/Mark.swift").write_text("// of the prefix\n")
    printed = subprocess.run(
        [prefix / "bin/headwater", "env"], env=environment, capture_output=True, text=True, check=True)  # fmt: skip
    engine = pathlib.Path(re.search(r"^# +(/.*/RxSwift)$", printed.stdout, re.M)[1])
    assert (engine / "Sources/Rx/Mark.swift").exists()
    # An app that is built with what was printed.
    products = ["RxSwift", "RxRelay", "RxCocoa", "RxBlocking"]
    dependency = '.package(url: "https://github.com/ReactiveX/RxSwift.git", exact: "6.7.1")'
    source = imports(products) + "_ = Observable.just(1).subscribe()\n"
    app = Consumer(tmp_path / "app", dependency, products, source, package="RxSwift")
    result = app.swift("build", "--config-path", re.search(r"--config-path (\S+)", printed.stdout)[1])
    assert result.returncode == 0, result.stdout
    assert "warning:" not in result.stdout
