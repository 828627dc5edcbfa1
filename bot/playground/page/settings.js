/**
 * The settings of one person: language, and whether the bot may write to them.
 */

import { el, uniqueId } from "./dom.js";
import { closeFloating, floatsFrom, openFloating } from "./floating.js";
import { choosable } from "./texts.js";

/** Open or close the settings at `anchor`; `change(settings)` is called with what was changed. */
export function toggleSettings(anchor, name, { settings, texts }, change) {
  if (floatsFrom(anchor)) return closeFloating();
  const { spoken, others } = choosable();
  const title = texts.gettext("{name}’s settings", { name });
  const language = el(
    "select",
    { id: uniqueId("language"), on: { change: () => change({ locale: language.value }) } },
    el("optgroup", { label: texts.gettext("Spoken by the bot") }, options(spoken, settings.locale)),
    el("optgroup", { label: texts.gettext("Answered in English") }, options(others, settings.locale)),
  );
  const closed = el("input", {
    type: "checkbox",
    id: uniqueId("closed"),
    checked: settings.dms_closed,
    on: { change: () => change({ dms_closed: closed.checked }) },
  });
  const panel = el(
    "div",
    {
      class: "settings",
      role: "dialog",
      "aria-label": title,
      on: {
        keydown: (event) => {
          if (event.key === "Escape") {
            closeFloating();
            anchor.focus();
          }
        },
      },
    },
    el("h3", {}, title),
    el("div", { class: "setting" }, el("label", { for: language.id }, texts.gettext("Language")), language),
    el("div", { class: "setting" }, el("label", { for: closed.id }, texts.gettext("Direct messages closed")), closed),
    el(
      "p",
      {},
      texts.gettext(
        "With direct messages closed, the bot cannot write to this person privately, as on Discord.",
      ),
    ),
  );
  openFloating(anchor, panel, { side: "right" });
  language.focus();
  return undefined;
}

function options(languages, chosen) {
  return languages.map(([locale, name]) =>
    el("option", { value: locale, lang: locale, selected: locale === chosen }, name),
  );
}
