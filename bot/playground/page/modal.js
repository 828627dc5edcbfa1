/**
 * A modal of the bot's, over the pane of the person who asked for it; the other panes stay usable.
 */

import { COMPONENT } from "./discord.js";
import { append, el, iconButton, trapTab, uniqueId } from "./dom.js";
import { textField } from "./modalfields.js";

export class Modal {
  /**
   * `frame` is the server's; `host` has `world`, `markdown(text)`, `upload(file)` and `submit(data,
   * handlers)`; `closed(sent)` is called once.
   */
  constructor(frame, host, closed) {
    Object.assign(this, { frame, host, closed });
    const { texts } = host.world;
    this.fields = [];
    this.back = document.activeElement;
    const title = uniqueId("modal-title");
    this.note = el("p", { class: "modal-error", role: "alert" });
    this.button = el(
      "button",
      { type: "submit", class: "button button-primary" },
      frame.submit_label ?? texts.gettext("Submit"),
    );
    this.form = el(
      "form",
      {
        class: "modal",
        role: "dialog",
        "aria-modal": "true",
        "aria-labelledby": title,
        novalidate: true,
        on: {
          submit: (event) => {
            event.preventDefault();
            this.submit();
          },
        },
      },
      el(
        "div",
        { class: "modal-head" },
        el("h2", { id: title }, frame.title),
        iconButton("close", texts.gettext("Close"), () => this.close()),
      ),
      el(
        "div",
        { class: "modal-fields" },
        frame.components.map((component) => this.part(component)),
      ),
      this.note,
      el(
        "div",
        { class: "modal-foot" },
        el(
          "button",
          { type: "button", class: "button button-plain", on: { click: () => this.close() } },
          texts.gettext("Cancel"),
        ),
        this.button,
      ),
    );
    this.element = el(
      "div",
      {
        class: "modal-shade",
        on: {
          keydown: (event) => this.key(event),
          mousedown: (event) => {
            if (event.target === this.element) this.shake();
          },
        },
      },
      this.form,
    );
  }

  /** Set the focus to the first field; after the element has its place in the page. */
  focus() {
    (this.fields[0]?.control ?? this.button).focus();
  }

  key(event) {
    if (event.key === "Escape") {
      event.stopPropagation();
      this.close();
    }
    trapTab(this.form, event);
  }

  shake() {
    this.form.classList.remove("shake");
    requestAnimationFrame(() => this.form.classList.add("shake"));
  }

  part(component) {
    if (component.type === COMPONENT.text)
      return el("div", { class: "text-display" }, this.host.markdown(component.content));
    return this.field(component.component, component.label, component.description);
  }

  /** One field with its label; what is needed to read and check it goes into `fields`. */
  field(component, label, description) {
    const error = el("p", { class: "field-error", id: uniqueId("error") });
    const made = textField(component, this.host.world.texts);
    const help = description && el("p", { class: "field-description", id: uniqueId("help") }, description);
    made.control.setAttribute("aria-describedby", help ? `${help.id} ${error.id}` : error.id);
    if (made.required) made.control.setAttribute("aria-required", "true");
    this.fields.push({ ...made, component, error });
    return append(
      el("div", { class: "modal-field" }),
      el(
        "label",
        { for: made.control.id },
        label,
        made.required && el("span", { class: "required", "aria-hidden": "true" }, " *"),
      ),
      help,
      made.element,
      error,
    );
  }

  /** Check, send, and close once the bot has taken it; what went wrong is said in the form. */
  submit() {
    const wrong = this.fields.map((field) => [field, field.problem()]);
    for (const [field, problem] of wrong) {
      field.error.textContent = problem ?? "";
      field.control.setAttribute("aria-invalid", String(Boolean(problem)));
    }
    const first = wrong.find(([, problem]) => problem);
    if (first) return first[0].control.focus();
    this.busy(true);
    const failed = (words) => {
      this.note.textContent = words;
      this.busy(false);
    };
    this.host.submit(
      { custom_id: this.frame.custom_id, components: this.frame.components.map((part) => this.answer(part)) },
      {
        answered: () => this.close(true),
        failed: () => failed(this.host.world.texts.gettext("Something went wrong. Try again.")),
        refused: failed,
      },
    );
    return undefined;
  }

  busy(on) {
    this.button.disabled = on;
    if (on) this.note.textContent = "";
  }

  /** What Discord sends back for one part of the modal. */
  answer(part) {
    if (part.type === COMPONENT.text) return { type: part.type, id: part.id };
    const { type, id, custom_id } = part.component;
    const field = this.fields.find((item) => item.component === part.component);
    return { type: part.type, id: part.id, component: { type, id, custom_id, ...field.read() } };
  }

  /** Take the form away; the focus goes to where one types if it was sent, else back to where it was. */
  close(sent = false) {
    if (!this.element.isConnected) return;
    this.element.remove();
    this.closed(sent);
    if (document.activeElement === document.body && this.back?.isConnected) this.back.focus();
  }
}
