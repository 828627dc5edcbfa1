/**
 * Everything the page says, in the language of the person who reads it. Message ids are the English sentences, as in
 * the bot's catalogues, which the server sends as one file for each language.
 */

/** {browser: locale, people: {user id: locale}, locales: [locale, ...], files: {locale: address}}, by the server. */
const LANGUAGES = JSON.parse(document.querySelector("meta[name=languages]").content);
const ENGLISH = "en-US";

export class Texts {
  /** `locale` is that of the sentences; `messages` are {id: translation, or {plural category: translation}}. */
  constructor(locale, messages = {}) {
    this.locale = locale;
    this.messages = messages;
    this.plurals = new Intl.PluralRules(locale);
  }

  /** A message with its facts filled in; placeholders without a fact stay, for `parts`. */
  gettext(message, facts = {}) {
    return filled(this.messages[message] ?? message, facts);
  }

  /** A message whose translation depends on its context. */
  pgettext(context, message, facts = {}) {
    return filled(this.messages[`${context}\u0004${message}`] ?? message, facts);
  }

  /** A message in the plural form for a count, which replaces `{count}`. */
  ngettext(one, many, count, facts = {}) {
    const forms = this.messages[one] ?? { one, other: many };
    const form = forms[this.plurals.select(count)] ?? forms.other ?? many;
    return filled(form, { count: this.number(count), ...facts });
  }

  /** A number in the language's format; `options` as for Intl.NumberFormat. */
  number(value, options = {}) {
    return new Intl.NumberFormat(this.locale, options).format(value);
  }

  /** The parts as a list in a sentence: "Ada, Bruno and Chloe". */
  join(names) {
    return new Intl.ListFormat(this.locale, { type: "conjunction" }).format(names);
  }
}

function filled(words, facts) {
  return words.replace(/\{(\w+)\}/g, (whole, name) => (name in facts ? String(facts[name]) : whole));
}

/** A sentence in which elements stand for placeholders, as strings and those elements; for `append`. */
export function parts(words, elements) {
  return words.split(/(\{\w+\})/).map((part) => elements[part.slice(1, -1)] ?? part);
}

const english = new Texts(ENGLISH);
const loaded = new Map();

/** The texts of a Discord locale; English until `learn` has loaded them, and for languages without a catalogue. */
export function textsFor(locale) {
  return loaded.get(locale) ?? english;
}

/** Load the texts of a locale. Without an answer of the server they stay English until the next attempt. */
export async function learn(locale) {
  if (loaded.has(locale)) return;
  const address = LANGUAGES.files[locale];
  const messages = address
    ? await fetch(address).then(
        (answer) => (answer.ok ? answer.json() : null),
        () => null,
      )
    : {};
  const own = address || locale.startsWith("en-");
  if (messages) loaded.set(locale, new Texts(own ? locale : ENGLISH, messages));
}

/** The browser's language, as a Discord locale. */
export function browserLocale() {
  return LANGUAGES.browser;
}

/** The locale of a person, as far as this page has heard. */
export function localeOf(person) {
  return LANGUAGES.people[person.id] ?? LANGUAGES.browser;
}

/** Remember a person's locale, for panes that are opened later. */
export function rememberLocale(person, locale) {
  LANGUAGES.people[person.id] = locale;
}

/**
 * The languages that a person can choose, {spoken, others}, each [[locale, its own name], ...]: those that the bot has
 * texts in, and the rest of Discord's.
 */
export function choosable() {
  const language = (locale) => new Intl.Locale(locale).language;
  const named = LANGUAGES.locales.map((locale) => {
    const alone = LANGUAGES.locales.filter((other) => language(other) === language(locale)).length === 1;
    const names = new Intl.DisplayNames(locale, { type: "language", languageDisplay: "standard" });
    const name = names.of(alone ? language(locale) : locale);
    return [locale, name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)];
  });
  const spoken = (locale) => locale in LANGUAGES.files || locale.startsWith("en-");
  return {
    spoken: named.filter(([locale]) => spoken(locale)),
    others: named.filter(([locale]) => !spoken(locale)),
  };
}
