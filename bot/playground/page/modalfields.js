/**
 * The field of a modal for some text: {control, element, required, read(), problem()}: what gets the focus, what is
 * shown, what is sent and what is wrong (a sentence or null).
 */

import { el, uniqueId } from "./dom.js";

const PARAGRAPH = 2;

export function textField(component, texts) {
  const long = component.style === PARAGRAPH;
  const required = component.required ?? true;
  const control = el(long ? "textarea" : "input", {
    id: uniqueId("field"),
    class: "text-field",
    rows: long && 4,
    type: long ? null : "text",
    placeholder: component.placeholder,
    maxlength: component.max_length ?? 4000,
    value: component.value ?? "",
    autocomplete: "off",
    spellcheck: "false",
  });
  const problem = () => {
    const length = [...control.value].length;
    if (required && !control.value.trim()) return texts.gettext("This field is required.");
    const least = component.min_length ?? 0;
    if (length && length < least) return tooShort(least, texts);
    return null;
  };
  return { control, element: control, required, problem, read: () => ({ value: control.value }) };
}

/** The sentence that a text has fewer than `least` characters. */
export function tooShort(least, texts) {
  return texts.ngettext("At least {count} character, please.", "At least {count} characters, please.", least);
}
