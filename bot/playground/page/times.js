/**
 * Points in time, worded in a person's language. Instants are milliseconds since 1970 unless said otherwise.
 */

import { el } from "./dom.js";

const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["week", 604800],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/** Discord's letters for `<t:unix:letter>`, as options of Intl.DateTimeFormat. */
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

/** "in 5 minutes", "2 hours ago". */
export function relative(instant, locale, now = Date.now()) {
  const seconds = Math.round((instant - now) / 1000);
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(Math.trunc(seconds / length), unit);
}

/** An instant in one of Discord's styles. */
export function inStyle(instant, letter, locale) {
  if (letter === "R") return relative(instant, locale);
  return new Intl.DateTimeFormat(locale, STYLES[letter] ?? STYLES.f).format(instant);
}

/** A <time> element; one in style "R" is kept up to date by `startClock`. */
export function timeElement(instant, letter, locale, className = "timestamp") {
  const whole = inStyle(instant, "F", locale);
  const live = letter === "R" ? { instant: String(instant), locale } : {};
  return el(
    "time",
    { class: className, datetime: new Date(instant).toISOString(), title: whole, data: live },
    inStyle(instant, letter, locale),
  );
}

/** When a message was sent: the time alone today, date and time before. */
export function sentAt(text, locale) {
  const instant = Date.parse(text);
  const today = new Date(instant).toDateString() === new Date().toDateString();
  return timeElement(instant, today ? "t" : "s", locale, "sent-at");
}

/**
 * Rewrite all relative times on the page once a second. A changed text node is no addition to the log, so a screen
 * reader does not count along.
 */
export function startClock() {
  setInterval(() => {
    for (const element of document.querySelectorAll("time[data-instant]")) {
      const text = relative(Number(element.dataset.instant), element.dataset.locale);
      if (element.textContent !== text) element.firstChild.nodeValue = text;
    }
  }, 1000);
}
