/**
 * The settings of one person: language, and whether the bot may write to them.
 */

import { el, uniqueId } from "./dom.js";
import { closeFloating, floatsFrom, openFloating } from "./floating.js";

/** Languages of Discord's list, by its own codes. */
const LOCALES = {
  "en-US": "English (US)",
  "en-GB": "English (UK)",
  fr: "Français",
  de: "Deutsch",
  "es-ES": "Español",
  ru: "Русский",
  nl: "Nederlands",
  "sv-SE": "Svenska",
  "pt-BR": "Português",
  it: "Italiano",
  pl: "Polski",
};

/** Open or close the settings at `anchor`; `change(settings)` is called with what was changed. */
export function toggleSettings(anchor, name, settings, change) {
  if (floatsFrom(anchor)) return closeFloating();
  const language = el(
    "select",
    { id: uniqueId("language"), on: { change: () => change({ locale: language.value }) } },
    Object.entries(LOCALES).map(([code, words]) =>
      el("option", { value: code, selected: code === settings.locale }, words),
    ),
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
      "aria-label": `${name}’s settings`,
      on: {
        keydown: (event) => {
          if (event.key === "Escape") {
            closeFloating();
            anchor.focus();
          }
        },
      },
    },
    el("h3", {}, `${name}’s settings`),
    el("div", { class: "setting" }, el("label", { for: language.id }, "Language"), language),
    el("div", { class: "setting" }, el("label", { for: closed.id }, "Direct messages closed"), closed),
    el("p", {}, "With direct messages closed, the bot cannot write to this person privately, as on Discord."),
  );
  openFloating(anchor, panel, { side: "right" });
  language.focus();
  return undefined;
}
