/**
 * What one person asks the server for, and what becomes of it on their pane.
 */

export class Requests {
  /** `pane` has `socket`, `world`, `log`, `composer`, `toasts`, `person` and `host`. */
  constructor(pane) {
    this.pane = pane;
  }

  /** Says in the pane why something was refused. */
  get refused() {
    return (words) => this.pane.toasts.say(words);
  }

  get noAnswer() {
    // Translators: as Discord's client says it.
    return this.pane.texts.gettext("The application did not respond.");
  }

  /** Send a text; false when there is no connection. */
  sendText(content, replyTo) {
    this.pane.log.toEnd();
    return this.pane.socket.send(
      { op: "message", channel_id: this.pane.world.viewed, content, reply_to: replyTo },
      { refused: this.refused },
    );
  }

  /** Ask the bot for choices of an option; `choices(list)` gets them. */
  ask(data, choices) {
    this.pane.socket.send({ op: "autocomplete", channel_id: this.pane.world.viewed, data }, { choices });
  }

  /** Give a file to the server; its attachment object. Rejects with an Error in words. */
  async upload(file) {
    const failed = this.pane.texts.gettext("The file could not be sent.");
    const query = {
      token: this.pane.host.token,
      user: this.pane.person.id,
      channel_id: this.pane.world.viewed,
      filename: file.name,
    };
    const answer = await fetch(`/page/upload?${new URLSearchParams(query)}`, {
      method: "POST",
      body: file,
    }).catch(() => {
      throw new Error(failed);
    });
    const attachment = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Error(attachment.message ?? failed);
    return attachment;
  }

  /** Use a command; a note stands for it until the bot answers. */
  sendCommand(data, shown) {
    const channel = this.pane.world.viewed;
    this.pane.log.toEnd();
    const note = this.pane.log.waitingNote(this.pane.texts.gettext("Sending {command}…", { command: shown }));
    return this.pane.socket.send(
      { op: "command", channel_id: channel, data },
      {
        answered: () => note.remove(),
        failed: () => note.failed(this.noAnswer, `(${shown})`),
        refused: (words) => {
          note.remove();
          this.pane.toasts.say(words);
        },
      },
    );
  }

  /** Use a button or select of a message. */
  act(message, component, values, element) {
    if (element.classList.contains("busy")) return;
    element.classList.add("busy");
    element.setAttribute("aria-busy", "true");
    const done = () => {
      element.classList.remove("busy");
      element.removeAttribute("aria-busy");
    };
    const data = {
      custom_id: component.custom_id,
      component_type: component.type,
      ...(values ? { values } : {}),
    };
    this.pane.socket.send(
      { op: "component", channel_id: message.channel_id, message_id: message.id, data },
      {
        answered: done,
        failed: () => {
          done();
          this.pane.toasts.say(this.noAnswer);
        },
        refused: (words) => {
          done();
          this.pane.toasts.say(words);
        },
      },
    );
  }

  /** Take a private answer away, here at once and on the server. */
  dismiss(message) {
    this.pane.world.forgetMessage(message);
    const gone = { refused: () => {} };
    this.pane.socket.send(
      { op: "delete_message", channel_id: message.channel_id, message_id: message.id },
      gone,
    );
    this.pane.composer.focus();
  }

  /** Change the person's settings; the server tells all windows of theirs. */
  changeSettings(change) {
    this.pane.choosing = "locale" in change;
    this.pane.socket.send({ op: "settings", ...change }, { refused: this.refused });
  }

  /** Open the channel with the bot; `pane.directWanted` says that it is to be shown once it is there. */
  openDirect() {
    const [known] = this.pane.world.directChannels();
    if (known) {
      this.pane.open(known.id);
    } else {
      this.pane.directWanted = true;
      this.request("open_dm", {});
    }
  }

  /** Ask the server for something that it answers only by an event, or by an error. */
  request(op, fields, handlers = {}) {
    if (this.pane.socket.send({ op, ...fields }, { refused: this.refused })) handlers.answered?.();
    else handlers.refused?.(this.pane.texts.gettext("Not connected to the playground."));
  }
}
