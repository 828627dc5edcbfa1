"""The engine's only access to files: variants, languages, word lists, leave values, and the cache of word graphs."""

from engine.loading.folders import ResourceMissing, ResourceName, resource_folder
from engine.loading.languages import language_named, list_languages, load_language
from engine.loading.lexicons import (
    EMPTY,
    LexiconInfo,
    LexiconMissing,
    check_own_lists,
    find_lexicon,
    is_graph,
    list_lexicons,
    load_graph,
    load_lexicon,
    load_word_list,
    parse_word_list,
    shipped_words,
)
from engine.loading.variants import (
    list_variants,
    load_variant,
    load_variant_file,
    read_variant_file,
)

__all__ = [
    "EMPTY",
    "LexiconInfo",
    "LexiconMissing",
    "ResourceMissing",
    "ResourceName",
    "check_own_lists",
    "find_lexicon",
    "is_graph",
    "language_named",
    "list_languages",
    "list_lexicons",
    "list_variants",
    "load_graph",
    "load_language",
    "load_lexicon",
    "load_variant",
    "load_variant_file",
    "load_word_list",
    "parse_word_list",
    "read_variant_file",
    "resource_folder",
    "shipped_words",
]
