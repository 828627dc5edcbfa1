"""Dictionaries that servers make, in words."""

from __future__ import annotations

from collections.abc import Iterable

from bot.model.lists import NamedList, variant_title
from bot.text.lexicons import lexicon_title
from bot.text.names import bold, escape
from bot.text.texts import Texts
from bot.text.variants import letters_title


def made_text(made: NamedList, texts: Texts) -> str:
    """That a dictionary is ready, and what to do with it."""
    return texts.gettext(
        "The dictionary {name} is ready, with the letters of {variant}. Add words with `/dictionary add "
        "lexicon:{id}`, and use it in a game with `/game new lexicon:{id}`.",
        name=bold(made.name),
        variant=escape(letters_title(variant_title(made), texts)),
        id=made.name,
    )


def deleting(name: str, texts: Texts) -> tuple[str, str]:
    """Asks whether to delete a dictionary; and the label of yes."""
    question = texts.gettext(
        "Delete the dictionary {name} with its words? Games that use it keep their words. Where it is the "
        "default, new games use the usual dictionary again.",
        name=bold(name),
    )
    return question, texts.gettext("Delete it")


def changed_text(before: NamedList, after: NamedList | None, texts: Texts) -> str:
    """That a dictionary has another name, or is gone."""
    if after:
        return texts.gettext("{old} is now called {name}.", old=bold(before.name), name=bold(after.name))
    return texts.gettext("I have deleted the dictionary {name}.", name=bold(before.name))


def lists_text(program: Iterable[str], own: Iterable[str], texts: Texts) -> str:
    """The dictionaries of the program and the lines of a server's own, and how to combine them."""
    lines = (*(f"- {bold(lexicon_title(name, texts))}" for name in program), *own)
    how = texts.gettext("A game can combine several: `/game new lexicon:english+…`")
    return "\n".join((texts.gettext("### Dictionaries"), *lines, f"-# {how}"))


def own_line(one: NamedList, added: int, removed: int, texts: Texts, *, copied: bool) -> str:
    """A server's own dictionary: its letters, the one that it copies if it does, and how many words it changes."""
    facts = [letters_title(variant_title(one), texts)]
    if copied:
        facts.append(texts.gettext("all words of {lexicon}", lexicon=lexicon_title(one.base, texts)))
    if added or not copied:
        facts.append(texts.ngettext("{count} word of its own", "{count} words of its own", added))
    if removed:
        facts.append(texts.ngettext("without {count} word", "without {count} words", removed))
    return "- " + texts.titled(bold(one.name), escape(", ".join(facts)))
