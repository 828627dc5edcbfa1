"""From views to messages: what anybody may see, put into words, pictures and buttons.

Messages are plain data (`message`); `layout` makes Discord's components of one, and whoever posts it draws its images
and attaches them. Only views come in here, never a state, so that no hidden tile can get out.
"""

from bot.front.presenter.answers import (
    more_message,
    preview_message,
    rule_message,
    rules_message,
    scores_message,
    square_message,
    text_board_message,
    unseen_message,
    words_message,
)
from bot.front.presenter.boards import (
    board_message,
    channel_lost_message,
    end_message,
    notice_message,
    offer_message,
    reminder_message,
    unreachable_message,
)
from bot.front.presenter.buttons import Action, why_button
from bot.front.presenter.characters import in_characters, without_files_note
from bot.front.presenter.chatting import chat_news_message, chat_question_message
from bot.front.presenter.hints import hint_choice_message, hint_message
from bot.front.presenter.layout import layout
from bot.front.presenter.lessons import help_message
from bot.front.presenter.lobbies import invitation_message, lobby_message, quiet_lobby_message
from bot.front.presenter.message import Button, Enclosed, Image, Link, Menu, Message, Option, Row, Rule, Text, Tone
from bot.front.presenter.questions import (
    answered_message,
    called_message,
    challenge_message,
    questions_message,
    sure_message,
)
from bot.front.presenter.racks import RackOrder, arrange_rack, rack_message
from bot.front.presenter.scenes import board_scene, rack_scene
from bot.front.presenter.turns import turn_message

__all__ = [
    "Action",
    "Button",
    "Enclosed",
    "Image",
    "Link",
    "Menu",
    "Message",
    "Option",
    "RackOrder",
    "Row",
    "Rule",
    "Text",
    "Tone",
    "answered_message",
    "arrange_rack",
    "board_message",
    "board_scene",
    "called_message",
    "challenge_message",
    "channel_lost_message",
    "chat_news_message",
    "chat_question_message",
    "end_message",
    "help_message",
    "hint_choice_message",
    "hint_message",
    "in_characters",
    "invitation_message",
    "layout",
    "lobby_message",
    "more_message",
    "notice_message",
    "offer_message",
    "preview_message",
    "questions_message",
    "quiet_lobby_message",
    "rack_message",
    "rack_scene",
    "reminder_message",
    "rule_message",
    "rules_message",
    "scores_message",
    "square_message",
    "sure_message",
    "text_board_message",
    "turn_message",
    "unreachable_message",
    "unseen_message",
    "why_button",
    "without_files_note",
    "words_message",
]
