"""Sentences in English that keep their form, and words in tables, so that the application can translate them."""

from __future__ import annotations

from typing import Self


class Sentence(str):
    """A sentence or predicate in English that keeps its form, with names in braces for the facts, to be translated."""

    __slots__ = ("facts", "form")
    form: str
    facts: dict[str, object]

    def __new__(cls, form: str, /, **facts: object) -> Self:
        """The form with its facts filled in."""
        made = super().__new__(cls, form.format_map(facts))
        made.form, made.facts = form, facts
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, object]]:
        return (self.form,), self.facts


class Internal(Sentence):
    """A reason that reaches only logs and developers: it is in no catalogue and stays in English."""

    __slots__ = ()


def N_(message: str) -> str:  # noqa: N802 (the usual name for marking messages to translate later)
    """The message itself, marked for extraction into the catalogues; `Sentence` takes it later."""
    return message


def NP_(context: str, message: str) -> tuple[str, str]:  # noqa: N802 (like N_)
    """The arguments of `Texts.pgettext`, marked for extraction; a word means what its context says."""
    return context, message
