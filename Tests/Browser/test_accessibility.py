"""Every page of the site, of whatever kind, as axe sees it in both themes."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import SITE, own_pages


def pages():
    """Every walkthrough; of source files, which are all made alike, every twentieth and the largest."""
    paths = sorted(own_pages(), key=lambda path: (path.stat().st_size, path))
    sources = [path for path in paths if "source" in path.relative_to(SITE).parts]
    walkthroughs = [path for path in paths if path not in sources]
    return walkthroughs + sources[::20] + sources[-1:]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_page(open_page, scheme):
    # The checker is a script, which the pages' own policy would keep out.
    page = open_page("about:blank", color_scheme=scheme, bypass_csp=True)
    axe, found = Axe(), []
    # Preloading would fetch style sheets by a way that file: pages do not allow. Of all rules, contrast alone depends on
    # the theme.
    options = {"preload": False}
    if scheme == "dark":
        options["runOnly"] = ["color-contrast"]
    assert len(pages()) > 4
    for path in pages():
        page.goto(path.as_uri())
        results = axe.run(page, options=options)
        if results.violations_count:
            found.append(f"{path.relative_to(SITE)}: {results.generate_report()}")
    assert found == []
