"""The tests use the right copy of the program."""

import os
import sysconfig
from pathlib import Path

import bot
import engine
from engine.loading import list_variants, resource_folder


def test_the_copy_under_test_is_the_one_meant() -> None:
    """If installed from the wheel, code and data come from site-packages; otherwise from this test's checkout."""
    site = Path(sysconfig.get_paths()["purelib"])
    home = site if os.environ.get("TILEWRIGHT_EXPECT_INSTALLED") else Path(__file__).parent.parent
    for place in (engine.__file__, bot.__file__, resource_folder("data"), resource_folder("assets")):
        assert place is not None
        assert Path(place).resolve().is_relative_to(home.resolve())


def test_data_and_fonts_come_with_it() -> None:
    """Variants, word lists and fonts are where the program looks for them."""
    assert "standard" in list_variants()
    assert list((resource_folder("data") / "lexicons").glob("*.xz"))
    assert list((resource_folder("assets") / "fonts").iterdir())


def test_type_checkers_use_the_hints_of_the_engine() -> None:
    """The marker of PEP 561 comes with it, and so does its page."""
    home = Path(engine.__file__ or "").parent
    assert (home / "py.typed").is_file()
    assert (home / "README.md").is_file()
