"""Pipelines that fail, each in its own way, compiled and run: the messages that the author gets, and their places."""

import fcntl
import json
import os
import re
import subprocess

import pytest
from conftest import HEADWATER, ROOT

PIPELINES = {
    "compiles-not.swift": "import RxSwift\nlet number: Int = \"text\"\n",
    "crashes.swift": "import RxSwift\n_ = Observable.just(1).subscribe()\nfatalError(\"on purpose\")\n",
    "exits.swift": "import RxSwift\nimport Foundation\n_ = Observable.just(1).subscribe()\nexit(3)\n",
    "never-ends.swift": "import RxSwift\nimport Foundation\n_ = Observable.just(1).subscribe()\nwhile true { sleep(1) }\n",
    "prints-on.swift": "import RxSwift\n_ = Observable.just(1).subscribe()\nwhile true { print(\"more and more\") }\n",
}


@pytest.fixture(scope="session")
def errors(tmp_path_factory):
    """The lines that a build of all of them says, by the name of the pipeline. All processes of pytest share one build."""
    folder = tmp_path_factory.mktemp("errors")
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return build(folder)
    said = folder.parent.parent / "pipeline-errors.json"
    with open(said.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not said.exists():
            said.write_text(json.dumps(build(folder)))
        return json.loads(said.read_text())


def build(folder):
    content = folder / "content"
    content.mkdir()
    for name, text in PIPELINES.items():
        (content / name).write_text(text)
        page = f"---\ntitle: {name}\n---\n\n```trace pipeline={name}\n```\n"
        (content / name.replace(".swift", ".md")).write_text(page)
    command = [HEADWATER, "site", "build", "--content", content, "--output", folder / "dist"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert run.returncode == 1
    assert not (folder / "dist").exists()
    said = {}
    for part in re.split(rf"^(?={re.escape(str(content))}/\S+\.md:)", run.stderr, flags=re.M):
        match = re.match(r"\S*/([^/]+)\.md:(.*)", part, flags=re.S)
        if match:
            said[match[1] + ".swift"] = match[2].strip()
    return said


def test_every_failure_is_said_in_one_run(errors):
    assert errors.keys() == PIPELINES.keys()


@pytest.mark.parametrize(
    "pipeline, message",
    [
        ("crashes.swift", "was ended by signal "),
        ("exits.swift", "ended with status 3"),
        ("never-ends.swift", "had not ended after 10 seconds"),
        ("prints-on.swift", "printed more than 1048576 bytes"),
    ],
)
def test_how_a_pipeline_ended(errors, pipeline, message):
    assert errors[pipeline].startswith(f"5:19: error: the pipeline `{pipeline}` {message}"), errors[pipeline]


def test_the_compilers_own_words(errors):
    said = errors["compiles-not.swift"]
    assert said.startswith("5:19: error: the pipeline `compiles-not.swift` could not be recorded: ")
    assert "compiles-not.swift:2:" in said
    assert "cannot convert value of type 'String' to specified type 'Int'" in said
