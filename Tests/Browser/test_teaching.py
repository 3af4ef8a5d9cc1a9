"""For teachers: the programs to download."""

import pathlib

import pytest
from conftest import ROOT, SITE

CORE_FLOW = SITE / "core-flow" / "index.html"


@pytest.mark.parametrize("name", ["core-flow/index.html", "core-flow/index.zh-Hans.html", "index.html"])
def test_the_programs_of_a_page_can_be_downloaded(open_page, name):
    page = open_page(SITE / name)
    links = page.locator(".pipelines a.download")
    assert links.count() > 0
    for link in links.all():
        target = pathlib.Path(link.evaluate("(link) => decodeURIComponent(new URL(link.href).pathname)"))
        source = ROOT / "content" / target.relative_to(SITE)
        assert target.read_bytes() == source.read_bytes()
        # A browser shows a file of a disk, or saves it, as it sees fit; from a server this has it saved.
        assert link.get_attribute("download") == ""


def test_a_program_stands_beside_its_command(open_page):
    page = open_page(CORE_FLOW)
    commands = page.locator(".pipelines .command").all_inner_texts()
    assert "headwater trace create-subscribe-send.swift" in commands
