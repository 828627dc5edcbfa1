/**
 * The fields of a modal, one function for each type. A field is {control, element, required, read(),
 * problem()}: what gets the focus, what is shown, what is sent and what is wrong (a sentence or null).
 */

import { COMPONENT } from "./discord.js";
import { el, uniqueId } from "./dom.js";
import { SelectBox } from "./selects.js";

const PARAGRAPH = 2;

const MAKERS = {
  [COMPONENT.textInput]: textField,
  [COMPONENT.stringSelect]: selectField,
  [COMPONENT.userSelect]: selectField,
  [COMPONENT.roleSelect]: selectField,
  [COMPONENT.mentionableSelect]: selectField,
  [COMPONENT.channelSelect]: selectField,
  [COMPONENT.upload]: uploadField,
  [COMPONENT.radio]: radioField,
  [COMPONENT.checkboxes]: checkboxesField,
  [COMPONENT.checkbox]: checkboxField,
};

/**
 * The field of a component; null for a type that modals do not have. `host` has `world` and `upload(file)`.
 */
export function modalField(component, label, host) {
  return MAKERS[component.type]?.(component, label, host) ?? null;
}

function textField(component, label, { world: { texts } }) {
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

function selectField(component, label, host) {
  const required = component.required ?? true;
  const box = new SelectBox({
    component: required ? component : { ...component, min_values: 0 },
    world: host.world,
    label,
  });
  const least = required ? Math.max(1, box.least) : 0;
  return {
    control: box.button,
    element: box.element,
    required,
    read: () => ({ values: box.values() }),
    problem: () => atLeast(box.values(), least, host.world.texts),
  };
}

/** The sentence that a text has fewer than `least` characters. */
export function tooShort(least, texts) {
  return texts.ngettext("At least {count} character, please.", "At least {count} characters, please.", least);
}

function atLeast(values, least, texts) {
  if (values.length >= least) return null;
  return least > 1
    ? texts.ngettext("Choose at least {count} of these.", "Choose at least {count} of these.", least)
    : texts.gettext("Choose something here.");
}

function uploadField(component, label, host) {
  const required = component.required ?? true;
  const least = required ? (component.min_values ?? 1) : 0;
  const control = el("input", {
    type: "file",
    id: uniqueId("field"),
    class: "text-field",
    multiple: (component.max_values ?? 1) > 1,
    on: { change: () => take() },
  });
  let values = [];
  let trouble = null;
  const take = async () => {
    [values, trouble] = [[], host.world.texts.gettext("The file is still uploading.")];
    const sent = await Promise.allSettled([...control.files].map((file) => host.upload(file)));
    values = sent.filter((result) => result.status === "fulfilled").map((result) => result.value.id);
    trouble = sent.find((result) => result.status === "rejected")?.reason.message ?? null;
  };
  return {
    control,
    element: control,
    required,
    read: () => ({ values }),
    problem: () => trouble ?? atLeast(values, least, host.world.texts),
  };
}

/** Radio buttons or check boxes in a frame, with what reads the chosen values. */
function optionGroup(component, label, type) {
  const name = uniqueId("group");
  const inputs = component.options.map((option) =>
    el("input", { type, name, value: option.value, checked: option.default }),
  );
  const rows = component.options.map((option, at) =>
    el(
      "label",
      { class: "choice-row" },
      inputs[at],
      el("span", {}, option.label, option.description && el("small", {}, option.description)),
    ),
  );
  const element = el(
    "div",
    { role: type === "radio" ? "radiogroup" : "group", "aria-label": label, class: "choice-rows" },
    rows,
  );
  return {
    control: inputs[0],
    element,
    values: () => inputs.filter((input) => input.checked).map((input) => input.value),
  };
}

function radioField(component, label, { world: { texts } }) {
  const { control, element, values } = optionGroup(component, label, "radio");
  const required = component.required ?? true;
  return {
    control,
    element,
    required,
    problem: () => atLeast(values(), required ? 1 : 0, texts),
    read: () => ({ value: values()[0] ?? null }),
  };
}

function checkboxesField(component, label, { world: { texts } }) {
  const { control, element, values } = optionGroup(component, label, "checkbox");
  const required = component.required ?? true;
  const most = component.max_values ?? component.options.length;
  return {
    control,
    element,
    required,
    read: () => ({ values: values() }),
    problem: () =>
      values().length > most
        ? texts.ngettext("Choose {count} at most.", "Choose {count} at most.", most)
        : atLeast(values(), required ? (component.min_values ?? 1) : 0, texts),
  };
}

function checkboxField(component) {
  const control = el("input", {
    type: "checkbox",
    id: uniqueId("field"),
    class: "lone-checkbox",
    checked: component.default,
  });
  return {
    control,
    element: control,
    required: false,
    problem: () => null,
    read: () => ({ value: control.checked }),
  };
}
