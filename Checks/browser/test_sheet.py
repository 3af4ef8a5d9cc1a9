"""The reference sheet: two printed sides, as it says."""

import re

import pytest
from conftest import SITE

SHEETS = [SITE / "sheet" / name for name in ("index.html", "index.zh-Hans.html")]


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_the_sheet_prints_on_two_sides_of_a4(open_page, path):
    printed = open_page(path).pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 2


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_no_picture_of_the_sheet_is_cut_off(open_page, path):
    page = open_page(path, width=720)
    page.emulate_media(media="print")
    wide = page.locator(".diagram svg").evaluate_all(
        "(all) => all.filter((svg) => svg.getBoundingClientRect().width > svg.closest('figure').clientWidth + 1).length"
    )
    assert wide == 0
