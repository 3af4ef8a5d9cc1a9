"""Every page of the site, of whatever kind, as axe sees it in both themes."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import SITE


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_page(open_page, scheme):
    # The checker is a script, which the pages' own policy would keep out.
    page = open_page("about:blank", color_scheme=scheme, bypass_csp=True)
    axe, found = Axe(), []
    paths = sorted(SITE.rglob("*.html"))
    assert len(paths) > 5
    for path in paths:
        page.goto(path.as_uri())
        # Preloading would fetch style sheets by a way that file: pages do not allow.
        results = axe.run(page, options={"preload": False})
        if results.violations_count:
            found.append(f"{path.relative_to(SITE)}: {results.generate_report()}")
    assert found == []
