"""`Examples/traced-server`: a request's trace goes through a pipeline over two queues."""

import concurrent.futures
import os
import pathlib
import re
import shutil
import signal
import subprocess
import urllib.error
import urllib.request

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOTAL = """trace {trace}, below {caller}
  GET /total
    total
      price
        read
      price
        read
"""
UNKNOWN = """trace {trace}, below {caller}
  GET /total, failed: there is no gold
    total, failed: there is no gold
      price
        read
      price, failed: there is no gold
        read, failed: there is no gold
"""


@pytest.fixture(scope="module")
def executable(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    shutil.copytree(ROOT / "Examples/traced-server", folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".build*"))
    manifest = folder / "Package.swift"
    manifest.write_text(manifest.read_text().replace('path: "../.."', f'path: "{ROOT}"'))
    environment = {name: value for name, value in os.environ.items() if not name.startswith("HEADWATER_")}
    built = subprocess.run(
        ["swift", "build"], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True)
    assert built.returncode == 0, built.stdout
    # Packages of others may have warnings.
    assert not re.search(r"Sources/TracedServer/.*warning:", built.stdout), built.stdout
    return folder / ".build/debug/TracedServer"


@pytest.fixture
def server(executable):
    """A server, its address, and what it prints from then on."""
    process = subprocess.Popen([executable, "0"], stdout=subprocess.PIPE, text=True)
    try:
        port = re.fullmatch(r"listening on port (\d+)\n", process.stdout.readline())[1]
        yield process, f"http://127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate()


def ask(address, headers):
    try:
        with urllib.request.urlopen(urllib.request.Request(address, headers=headers)) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.read().decode()


def read_trees(process, count):
    """The trees of some requests, one text each, in the order in which the requests ended."""
    trees = []
    while len(trees) < count or trees[-1].count("\n") < 7:
        line = process.stdout.readline()
        assert line, trees
        if line.startswith("trace "):
            trees.append(line)
        else:
            trees[-1] += line
    return trees


def test_each_request_has_the_spans_of_its_pipeline_below_the_callers(server):
    process, address = server
    callers = [(f"{number:032x}", f"{number:016x}") for number in range(1, 21)]

    def total(caller):
        # Half of them ask for something that is not there.
        name = "gold" if int(caller[0], 16) % 2 else "milk"
        return ask(f"{address}/total?tea,{name}", {"traceparent": f"00-{caller[0]}-{caller[1]}-01"})

    with concurrent.futures.ThreadPoolExecutor(len(callers)) as clients:
        answers = list(clients.map(total, callers))
    assert answers == [(404, "there is no gold\n"), (200, "460\n")] * 10
    wanted = [(UNKNOWN, TOTAL)[place % 2].format(trace=trace, caller=span) for place, (trace, span) in enumerate(callers)]
    assert sorted(read_trees(process, len(callers))) == sorted(wanted)


@pytest.mark.parametrize("header", ["", "00-1-2-01", f"00-{'0' * 32}-{'1' * 16}-01", f"ff-{'1' * 32}-{'1' * 16}-01"])
def test_a_request_without_a_sound_header_begins_a_trace(server, header):
    process, address = server
    assert ask(f"{address}/total?tea,tea", {"traceparent": header} if header else {}) == (200, "640\n")
    [tree] = read_trees(process, 1)
    assert re.match(r"trace \S+, without a caller\n  GET /total\n    total\n", tree)
