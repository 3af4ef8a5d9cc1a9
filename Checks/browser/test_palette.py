"""The colours of the look, as they are declared: every kind of word can be read on every ground that it may stand on."""

import re

import pytest
from conftest import ROOT

WORDS = ["ink", "soft", "keyword", "type", "string", "number", "comment", "attribute"]
GROUNDS = ["paper", "raised", "lit", "warned"]


def palette(scheme):
    style = (ROOT / "site/styles/site.css").read_text()
    pairs = re.findall(r"--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);", style)
    return {name: light if scheme == "light" else dark for name, light, dark in pairs}


def luminance(colour):
    """Relative luminance, from 0 to 1, as WCAG 2.2 defines it."""
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return sum(weight * value for weight, value in zip((0.2126, 0.7152, 0.0722), linear))


def contrast(first, second):
    darker, lighter = sorted([luminance(first), luminance(second)])
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_code_can_be_read(scheme, word, ground):
    colours = palette(scheme)
    assert contrast(colours[word], colours[ground]) >= 4.5
