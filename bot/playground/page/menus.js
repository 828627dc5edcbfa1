/**
 * The menus of a pane: of a message, of a person, of the channel.
 */

import { COMMAND, COMPONENT, isThread, localized } from "./discord.js";
import { openMenu } from "./floating.js";
import { nameOf } from "./world.js";

/** The bot's own commands for a message or a person, as entries of a menu. */
function applications(pane, type, targetId) {
  return pane.world.commands
    .filter((command) => command.type === type)
    .map((command) => {
      const name = localized(command, "name", pane.world.settings.locale);
      return {
        label: name,
        run: () =>
          pane.requests.sendCommand({ id: command.id, name: command.name, type, target_id: targetId }, name),
      };
    });
}

/** What can be done with a message; the menu opens at `anchor`, or at a `point` in it. */
export function messageMenu(pane, message, anchor, point = null) {
  const remove = () =>
    pane.requests.request("delete_message", { channel_id: message.channel_id, message_id: message.id });
  const edit = { label: pane.texts.gettext("Edit message"), run: () => editMessage(pane, message) };
  const actions = [
    { label: pane.texts.gettext("Reply"), run: () => pane.composer.answer(message) },
    ...(message.author.id === pane.person.id ? [edit] : []),
    ...applications(pane, COMMAND.message, message.id),
    { label: pane.texts.gettext("Delete message"), danger: true, run: remove },
  ];
  openMenu(anchor, pane.texts.gettext("Message"), actions, { point });
}

function editMessage(pane, message) {
  const texts = pane.texts;
  const content = { type: COMPONENT.textInput, custom_id: "content", style: 2, value: message.content };
  const form = {
    title: texts.gettext("Edit message"),
    submit_label: texts.gettext("Save"),
    components: [{ type: COMPONENT.label, label: texts.gettext("Message"), component: content }],
  };
  pane.openForm(form, (data, handlers) =>
    pane.requests.request(
      "edit_message",
      {
        channel_id: message.channel_id,
        message_id: message.id,
        content: data.components[0].component.value,
      },
      handlers,
    ),
  );
}

/** What can be done with a person. */
export function personMenu(pane, user, anchor) {
  openMenu(
    anchor,
    nameOf(user),
    [
      {
        label: pane.texts.gettext("Mention {name}", { name: `@${nameOf(user)}` }),
        run: () => pane.composer.insert(`@${nameOf(user)} `),
      },
      ...(user.bot
        ? [{ label: pane.texts.gettext("Direct message"), run: () => pane.requests.openDirect() }]
        : []),
      ...applications(pane, COMMAND.user, user.id),
    ],
    { side: "left" },
  );
}

/** What can be done with the channel that is shown. */
export function channelMenu(pane, anchor) {
  const channel = pane.world.channels.get(pane.world.viewed);
  const { texts } = pane;
  const thread = { label: texts.gettext("New thread"), run: () => newThread(pane, channel) };
  const remove = {
    label: isThread(channel) ? texts.gettext("Delete thread") : texts.gettext("Delete channel"),
    danger: true,
    run: () => deleteChannel(pane, channel),
  };
  openMenu(anchor, texts.gettext("Channel"), isThread(channel) ? [remove] : [thread, remove]);
}

function newThread(pane, channel) {
  const name = { type: COMPONENT.textInput, custom_id: "name", style: 1, max_length: 100 };
  const form = {
    title: pane.texts.gettext("New thread"),
    submit_label: pane.texts.gettext("Create thread"),
    components: [{ type: COMPONENT.label, label: pane.texts.gettext("Thread name"), component: name }],
  };
  pane.openForm(form, (data, handlers) =>
    pane.requests.request(
      "create_thread",
      { channel_id: channel.id, name: data.components[0].component.value.trim() },
      handlers,
    ),
  );
}

function deleteChannel(pane, channel) {
  const { texts } = pane;
  const words = texts.gettext("**{name}** and all its messages will be deleted for everyone.", {
    name: channel.name,
  });
  const form = {
    title: isThread(channel) ? texts.gettext("Delete this thread?") : texts.gettext("Delete this channel?"),
    submit_label: texts.gettext("Delete"),
    components: [{ type: COMPONENT.text, content: words }],
  };
  pane.openForm(form, (data, handlers) =>
    pane.requests.request("delete_channel", { channel_id: channel.id }, handlers),
  );
}
