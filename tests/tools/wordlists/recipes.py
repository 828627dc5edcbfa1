"""How each list but the English one is made: its source, what is left out, and its notice.

Kept are words in lower case (German nouns count as such) of 2 to 21 letters that the language's tiles can spell,
without abbreviations, hyphens and apostrophes. A word without a vowel is taken for an abbreviation. `LIST.edits.txt`
lists all words of two letters, and corrects others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from engine.errors import UnknownLetter
from engine.loading import resource_folder
from engine.loading.bundled import load_language
from engine.model.tiles import Alphabet, Word
from tests.tools.wordlists import names, sources
from tests.tools.wordlists.common import LONGEST, SHORTEST, ListFacts, read_edits, write_list

ALWAYS_VOWEL = "Y"
"""A vowel in many a word, even where the language does not count it as one."""

MPL = "https://www.mozilla.org/MPL/2.0/"
LICENCES = Path("/usr/share/common-licenses")


@dataclass(frozen=True, slots=True)
class Recipe:
    """How one list is made. `notice` says what was changed; the texts in `legal` follow it.

    `path` is the usual place of the source; `words` reads it, and `names` reads what it has as names.
    """

    name: str
    title: str
    code: str
    source: str
    licence: str
    path: Path
    words: Callable[[Path], Iterable[str]]
    names: Callable[[Path], Iterable[str]]
    notice: str
    legal: tuple[Path, ...] = ()

    def facts(self) -> ListFacts:
        """The description of the list."""
        letters = load_language(self.code).alphabet.letters
        return ListFacts(self.name, self.title, self.code, letters, self.source, self.licence, version=1)


_CHANGED = """\
changed: only words of 2 to 21 letters, without names, abbreviations, parts of words, hyphens and apostrophes; accents
removed as the tiles demand; words of two letters chosen by hand; sorted and packed.
"""

RECIPES = (
    Recipe(
        "french",
        "Français",
        "fr",
        "Dicollecte (Grammalecte) 7.0, toutes variantes, affixes expanded, with corrections",
        "MPL 2.0 (see the notice)",
        Path("/usr/share/hunspell/fr.aff"),
        sources.french,
        sources.hunspell_names,
        f"""\
The word list french.txt.xz is made from the French spelling dictionary of Dicollecte (https://grammalecte.net), version
7.0, as in Debian's package hunspell-fr-comprehensive: all words that its affixes give, {_CHANGED}
Copyright 2007-2018 Dicollecte contributors (https://grammalecte.net/members.php?prj=fr). This Source Code Form is
subject to the terms of the Mozilla Public License, v. 2.0. If a copy of the MPL was not distributed with this file, You
can obtain one at {MPL}. The dictionary itself is in that package's source.
""",
    ),
    Recipe(
        "german",
        "Deutsch",
        "de",
        "german-wordlist of 2023 (Debian tanglet-data 1.6.3), with corrections",
        "CC0 1.0 (see the notice)",
        Path("/usr/share/tanglet/gamedata/de/words"),
        sources.german,
        sources.german_names,
        f"""\
The word list german.txt.xz is made from the list of Markus Enzenberger (https://github.com/enz/german-wordlist), which
is dedicated to the public domain by CC0 1.0 (https://creativecommons.org/publicdomain/zero/1.0/), as in Debian's
package tanglet-data, {_CHANGED}""",
    ),
    Recipe(
        "spanish",
        "Español",
        "es",
        "RLA-ES (Debian hunspell-es 7.5), affixes expanded without pronouns, with corrections",
        "MPL 2.0 (see the notice)",
        Path("/usr/share/hunspell/es_ES.aff"),
        sources.spanish,
        sources.hunspell_names,
        f"""\
The word list spanish.txt.xz is made from the Spanish spelling dictionary of the project RLA-ES
(https://github.com/sbosio/rla-es) by Santiago Bosio and others, as in Debian's package hunspell-es: all words that its
affixes give, without the forms of verbs that have pronouns attached, {_CHANGED}
Copyright Santiago Bosio <santiago.bosio@gmail.com>. The dictionary may be used under the GPL 3 or later, the LGPL 3 or
later, or the MPL 1.1 or later; here it is used under the MPL 2.0: This Source Code Form is subject to the terms of the
Mozilla Public License, v. 2.0. If a copy of the MPL was not distributed with this file, You can obtain one at
{MPL}. The dictionary itself is in that package's source.
""",
    ),
    Recipe(
        "russian",
        "Русский",
        "ru",
        "OpenCorpora 0.92, revision 417150 (PyPI pymorphy3-dicts-ru 2.4), nouns, with corrections",
        "CC BY-SA 3.0 (see the notice)",
        Path(),
        sources.russian,
        sources.russian_names,
        f"""\
The word list russian.txt.xz is made from the dictionary of OpenCorpora (http://opencorpora.org), version 0.92, revision
417150, as in PyPI's package pymorphy3-dicts-ru 2.4.417150.4580142: nouns in the nominative singular, or plural where
there is no singular, {_CHANGED}
Copyright the contributors of OpenCorpora. Like the dictionary, the list is licensed under Creative Commons
Attribution-ShareAlike 3.0 Unported (https://creativecommons.org/licenses/by-sa/3.0/).
""",
    ),
    Recipe(
        "dutch",
        "Nederlands",
        "nl",
        "OpenTaal 2.20.19 (Debian wdutch, hunspell-nl), affixes expanded, with corrections",
        "BSD (see the notice)",
        Path("/usr/share/dict/dutch"),
        sources.dutch,
        sources.plain_names,
        f"""\
The word list dutch.txt.xz is made from the list of OpenTaal (https://www.opentaal.org), version 2.20.19, as in Debian's
packages wdutch and hunspell-nl: its words, and all that its affixes give to them and to stems
that are common today (by the frequencies of wordfreq 3.1.1), {_CHANGED}
OpenTaal lets everyone choose between the BSD licence and CC BY 3.0; here it is used under the BSD licence. OpenTaal's
notice, with both, follows.

""",
        (Path("/usr/share/doc/wdutch/copyright"),),
    ),
    Recipe(
        "swedish",
        "Svenska",
        "sv",
        "DSSO (Debian hunspell-sv 7.5), affixes expanded, with corrections",
        "LGPL 3 (see the notice)",
        Path("/usr/share/hunspell/sv_SE.aff"),
        sources.swedish,
        sources.hunspell_names,
        f"""\
The word list swedish.txt.xz is made from Den stora svenska ordlistan (DSSO) by Göran Andersson, as in Debian's package
hunspell-sv: all words that its affixes give, without free compounds, {_CHANGED}
Copyright 2003-2014 Göran Andersson <goran@init.se>. The dictionary and this list are licensed under the GNU Lesser
General Public License, version 3. The dictionary itself is in that package's source, and what makes the list from it
is in this project's folder tests/tools/wordlists. The licence, and the GNU General Public License that it adds to,
follow.

""",
        (LICENCES / "LGPL-3", LICENCES / "GPL-3"),
    ),
    Recipe(
        "catalan",
        "Català",
        "ca",
        "Softcatalà's dictionary 3.0.7 (Debian hunspell-ca), general words, affixes expanded, with corrections",
        "LGPL 2.1 (see the notice)",
        Path("/usr/share/hunspell/ca.aff"),
        sources.catalan,
        sources.hunspell_names,
        f"""\
The word list catalan.txt.xz is made from Softcatalà's Catalan spelling dictionary (https://www.softcatala.org), version
3.0.7, as in Debian's package hunspell-ca: all words that the affixes give to stems that general dictionaries have (by
the lemmatizer tables of the Barcelona Supercomputing Center, CC0 1.0, in PyPI's package spacy-lookups-data 1.0.5), or
that are common today (by the frequencies of wordfreq 3.1.1), without the forms of verbs that have pronouns attached,
{_CHANGED}
Copyright 2002-2008 Joan Moratinos <jmo@softcatala.org>, 2013-2022 Jaume Ortolà <jaumeortola@gmail.com>. The dictionary
is licensed under the GPL 2 or later and the LGPL 2.1 or later; this list is licensed under the GNU Lesser General
Public License, version 2.1 or later. The dictionary itself is in that package's source, and what makes the list from it
is in this project's folder tests/tools/wordlists. The licence follows.

""",
        (LICENCES / "LGPL-2.1",),
    ),
    Recipe(
        "norwegian",
        "Norsk",
        "no",
        "Norsk ordbank, bokmål 2005, update of 2018-06-27 (PyPI spacy-lookups-data 1.0.5), with corrections",
        "CC BY 4.0 (see the notice)",
        Path(),
        sources.norwegian,
        sources.norwegian_names,
        f"""\
The word list norwegian.txt.xz is made from Norsk ordbank in Norwegian Bokmål 2005, updated 2018-06-27 (CLARINO NB -
Språkbanken), Nasjonalbiblioteket, Norway (https://www.nb.no/sprakbanken/show?serial=oai%3Anb.no%3Asbr-5&lang=en), as in
PyPI's package spacy-lookups-data 1.0.5: the forms of nouns, verbs, adjectives and adverbs, and other words by hand,
{_CHANGED}
Like Norsk ordbank, the list is licensed under Creative Commons Attribution 4.0 International
(https://creativecommons.org/licenses/by/4.0/). It comes without any warranty.
""",
    ),
    Recipe(
        "polish",
        "Polski",
        "pl",
        "SJP.PL of 2022-03-01 (Debian wpolish 20220301), with corrections",
        "CC BY 4.0 (see the notice)",
        Path("/usr/share/dict/polish"),
        sources.plain,
        sources.polish_names,
        f"""\
The word list polish.txt.xz is made from the spelling dictionary of SJP.PL (https://sjp.pl/slownik/ort/), as in Debian's
package wpolish 20220301-1, {_CHANGED}
Copyright 2008-2018 Polish Alternative Dictionary Editing Team, 2008-2018 Marek Futrega <futrega@gmail.com>. SJP.PL lets
everyone choose between several licences; here it is used under, and this list is licensed under, Creative Commons
Attribution 4.0 International (https://creativecommons.org/licenses/by/4.0/). It comes without any warranty.
""",
    ),
)


def build(recipe: Recipe, path: Path, folder: Path) -> int:
    """Write the list, its description and its notice into a folder, and report the number of words.

    Raises `BadData` for names that nobody has looked at (`names.check`).
    """
    folder.mkdir(parents=True, exist_ok=True)
    notice = recipe.notice + "\n".join(text.read_text(encoding="utf-8") for text in recipe.legal)
    words = frozenset(map(load_language(recipe.code).alphabet.spell, chosen(recipe, recipe.words(path))))
    names.check(recipe.name, recipe.code, words)
    return write_list(folder, recipe.facts(), words, notice)


def chosen(recipe: Recipe, entries: Iterable[str]) -> frozenset[Word]:
    """The words of a list from its source's entries."""
    alphabet = load_language(recipe.code).alphabet
    vowels = load_language(recipe.code).vowels | {ALWAYS_VOWEL}
    found = {word for word in spelt(entries, alphabet) if len(word) > 2 and _has_vowel(word, vowels)}
    edits = read_edits(files("tests.tools.wordlists").joinpath(f"{recipe.name}.edits.txt").read_text(encoding="utf-8"))
    known = {alphabet.lower(alphabet.spell(word)): word for word in found}
    return frozenset(known.get(one) or alphabet.split(one) for one in edits.apply(known.keys()))


def spelt(entries: Iterable[str], alphabet: Alphabet) -> Iterator[Word]:
    """The entries in lower case that have a word's length and that the alphabet can spell."""
    for entry in entries:
        if entry != alphabet.lower(entry) or not entry.replace("·", "").isalpha():
            continue
        try:
            word = alphabet.split(entry)
        except UnknownLetter:
            continue
        if SHORTEST <= len(word) <= LONGEST:
            yield word


def spelt_names(recipe: Recipe) -> frozenset[str]:
    """The names in a list's source as the tiles spell them."""
    alphabet = load_language(recipe.code).alphabet
    return frozenset(map(alphabet.spell, spelt((alphabet.lower(name) for name in recipe.names(recipe.path)), alphabet)))


def _has_vowel(word: Word, vowels: frozenset[str]) -> bool:
    return any(character in vowels for letter in word for character in letter)


def lexicon_folder() -> Path:
    """Where the project keeps its lists."""
    return resource_folder("data") / "lexicons"
