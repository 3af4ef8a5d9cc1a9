"""Runs Scripts/setup with an apt-get that only notes what it is asked for."""

import os
import pathlib
import pty
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
QUESTION = b"press a key to go on"


@pytest.fixture
def system(tmp_path):
    """A folder for PATH: libcmark is missing in it until apt-get has been told to install."""
    programs = {
        "apt-get": 'echo "$*" >>"$0.log"; case $1 in indextargets) echo http://packages.example/debian ;; '
        'install) touch "$(dirname "$0")/installed" ;; esac',
        "pkg-config": '[ -e "$(dirname "$0")/installed" ]',
        "sudo": 'shift; exec "$@"',
    }
    for name, text in programs.items():
        (tmp_path / name).write_text(f"#!/bin/bash\n{text}\n")
        (tmp_path / name).chmod(0o755)
    return tmp_path


def environment(system, **more):
    names = {name: value for name, value in os.environ.items() if name != "CI"}
    return names | {"PATH": f"{system}:{os.environ['PATH']}"} | more


def log(system):
    file = system / "apt-get.log"
    return file.read_text() if file.exists() else ""


def without_terminal(system, *words, **variables):
    return subprocess.run(
        [ROOT / "Scripts/setup", *words], env=environment(system, **variables), stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)  # fmt: skip


def on_terminal(system, *words, key=None, **variables):
    """The status and the output; the key is pressed when there is a question, and not before."""
    ours, its = pty.openpty()
    process = subprocess.Popen(
        [ROOT / "Scripts/setup", *words], env=environment(system, **variables), stdin=its, stdout=its, stderr=its,
        start_new_session=True)  # fmt: skip
    os.close(its)
    output = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:
            break
        if not part:
            break
        output += part
        if key and QUESTION in output:
            assert "install" not in log(system), "nothing is installed before the answer"
            os.write(ours, key)
            key = None
    os.close(ours)
    return process.wait(timeout=60), output.decode()


def is_announced(output):
    said = output.index("about to run, as root: apt-get update; apt-get install")
    return said < output.index("from: http://packages.example/debian") and "libcmark-dev" in output[said:]


def test_without_a_terminal_it_says_and_goes_on(system):
    result = without_terminal(system, "build")
    assert result.returncode == 0 and is_announced(result.stdout)
    assert "install -q -y --no-install-recommends libcmark-dev" in log(system)


@pytest.mark.parametrize("words, variables", [(["--yes", "build"], {}), (["build"], {"CI": "true"})])
def test_on_a_terminal_it_goes_on_where_that_was_said(system, words, variables):
    status, output = on_terminal(system, *words, **variables)
    assert status == 0 and is_announced(output) and QUESTION.decode() not in output
    assert "install -q" in log(system)


def test_on_a_terminal_it_waits_for_a_key(system):
    status, output = on_terminal(system, "build", key=b" ")
    assert status == 0 and is_announced(output)
    assert "install -q" in log(system)


def test_on_a_terminal_no_is_an_answer(system):
    status, output = on_terminal(system, "build", key=b"n")
    assert status == 69 and "nothing was installed" in output and "type: " in output
    assert "install -q" not in log(system)


def test_nothing_is_asked_or_said_where_nothing_is_missing(system):
    (system / "installed").touch()
    assert on_terminal(system, "build") == (0, "")
    assert log(system) == ""
