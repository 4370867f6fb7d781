"""A name in another script turns no sentence round, on either kind of page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from house import Visitor


@pytest.mark.parametrize(("language", "name", "way"), [("en", "کیان", "ltr"), ("fa", "Kian", "rtl")])
def test_whoever_has_a_name_in_another_script_reads_the_end_as_everybody(
    visitor: Callable[..., Visitor], language: str, name: str, way: str
):
    ann = visitor(name="Ann" if language == "en" else "آن", language=language)
    ben = visitor(name=name, language=language)
    ann.go("#/set/ice_lake?with=friends")
    ann.page.locator("main form button.lamp, main button.lamp").last.click()
    ben.page.goto(ann.page.input_value("#invite-link"))
    ben.page.locator(".opening form button").click()
    for one in (ann, ben):
        one.my_turn()
    ann.page.locator(".drawer .tab").last.click()
    ann.page.locator(".drawer .more button:has(svg)").filter(has_text="Resign" if language == "en" else "تسلیم").click()
    ann.page.locator("dialog[open] button[value=yes]").click()
    ann.page.wait_for_selector(".table[data-status=over] .prompt strong")
    assert ann.page.locator(".prompt strong").inner_text().startswith(name), "what `dir=auto` would go by"
    found = ann.page.locator(".prompt").evaluate("one => getComputedStyle(one).direction")
    assert found == way
