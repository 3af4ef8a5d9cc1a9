"""Holds the recorder's records against calls counted by a profiler, which knows nothing of the recorder."""

import os
import pathlib
import re
import struct
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILT = ROOT / ".build" / "debug"
PROGRAM = pathlib.Path(__file__).with_name("every-operator.swift")

# The kinds of Sources/TraceFormat.
SUBSCRIBE_CLOSURES, SUBSCRIBE_HANDLER, SUBSCRIBE, RUN, FORWARD_ON, ON_CORE = 1, 2, 3, 4, 5, 7
FOLLOWING = 0x10


def records(path):
    """How many records of each kind a trace holds, read from its bytes."""
    data = path.read_bytes()
    assert data[:8] == b"HWTRACE\n"
    used, dropped = struct.unpack_from("<QQ", data, 56)
    removed, = struct.unpack_from("<Q", data, 96)
    assert (dropped, removed) == (0, 0), "records are missing"
    # The headers of segments take slots too.
    segment = struct.unpack_from("<I", data, 52)[0] // 32
    counts, slot = {}, 0
    while slot < used:
        if slot % segment == 0:
            slot += 4
            continue
        kind, flags = data[slot * 32], data[slot * 32 + 3]
        counts[kind] = counts.get(kind, 0) + 1
        if flags & FOLLOWING:
            slot += (struct.unpack_from("<Q", data, slot * 32 + 24)[0] + 31) // 32
        slot += 1
    return counts


def calls(path):
    """How often each function called each other, by demangled name: {(caller, callee): count}."""
    names, found, caller, callee = {}, {}, None, None

    def name(text):
        number, _, rest = text.partition(" ")
        if rest:
            names[number] = rest
        return names[number]

    for line in path.read_text(errors="replace").splitlines():
        if line.startswith("fn="):
            caller = name(line[3:])
        elif line.startswith("cfn="):
            callee = name(line[4:])
        elif line.startswith("calls="):
            count = int(line[6:].split()[0])
            found[caller, callee] = found.get((caller, callee), 0) + count
    # A function that was entered again from within itself has a cycle's mark: 'name'2.
    mangled = sorted({re.sub(r"'\d+$", "", n) for pair in found for n in pair})
    text = subprocess.run(
        ["swift", "demangle", "--compact"], input="\n".join(mangled), capture_output=True, text=True, check=True).stdout
    demangled = dict(zip(mangled, text.splitlines()))
    plain = {}
    for (caller, callee), count in found.items():
        pair = tuple(demangled[re.sub(r"'\d+$", "", n)] for n in (caller, callee))
        plain[pair] = plain.get(pair, 0) + count
    return plain


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """The pipelines, linked with a debug build of the engine, in which no function is inlined."""
    subprocess.run([ROOT / "Scripts/swift", "build", "--product", "HeadwaterEngine"], cwd=ROOT, check=True)
    folder = tmp_path_factory.mktemp("program")
    output, engine = folder / "every-operator", folder / "libHeadwaterEngine.so"
    # Valgrind stumbles over the compiler's debug information; the names of functions are enough.
    subprocess.run(["strip", "--strip-debug", "-o", engine, BUILT / engine.name], check=True)
    subprocess.run(
        ["swiftc", "-Onone", "-swift-version", "5", "-module-name", "main", "-I", BUILT / "Modules",
         "-I", ROOT / "Sources/CPlatform/include", "-I", ROOT / "Sources/CDestruction/include", "-L", folder,
         "-lHeadwaterEngine", "-Xlinker", "-rpath", "-Xlinker", folder, "-o", output, PROGRAM], check=True)
    return output


@pytest.fixture(scope="module")
def counted(program):
    """One run, recorded and profiled at once, so that nothing can differ between the two."""
    trace, profile = program.with_suffix(".hwtrace"), program.with_suffix(".callgrind")
    subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", program],
        env={**os.environ, "HEADWATER_TRACE": str(trace)}, check=True, capture_output=True, timeout=600)
    return records(trace), calls(profile)


def called(calls, method):
    """Calls of a method, whichever class overrides it; a call of the inherited one by the overriding one is none."""
    end = re.compile(r"\." + method + r"$")
    signature = lambda name: name.split(" -> ")[0]
    return sum(
        count for (caller, callee), count in calls.items()
        if end.search(signature(callee)) and not callee.startswith(("dispatch thunk", "partial apply", "closure"))
        and not end.search(signature(caller)))


@pytest.mark.parametrize("kind, methods", [
    (SUBSCRIBE, [r"subscribeCore\(.*\)"]),
    (RUN, [r"run\(Rx\.Downstream<.*>\)"]),
    (FORWARD_ON, [r"watched\(next: .*\)", r"watched\(error: .*\)", r"watchedCompletion\(.*\)"]),
    (ON_CORE, [r"onCore\(next: .*\)", r"onCore\(error: .*\)", r"onCoreCompleted\(\)"]),
], ids=["subscribe", "run", "forwardOn", "onCore"])
def test_every_call_is_recorded(counted, kind, methods):
    recorded, calls = counted
    really = sum(called(calls, method) for method in methods)
    assert really > 50, "the profiler saw hardly any call: have the engine's functions other names now?"
    assert recorded.get(kind, 0) == really
