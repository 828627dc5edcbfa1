"""The rule that connects a server's settings and the person who asks."""

from __future__ import annotations

import pytest

from bot.model.profiles import Permission, ServerProfile, WhoMay
from bot.service.rights import Member, allows, role_of, rule_for_role, rule_of

SERVER, ELSEWHERE = 7, 8
REGULARS = 55
PLAIN = Member(SERVER)
REGULAR = Member(SERVER, roles=frozenset({REGULARS, 56}))
MODERATOR = Member(SERVER, moderator=True)
STRANGER = Member(ELSEWHERE, moderator=True, roles=frozenset({REGULARS}))
PRIVATE = Member(None, moderator=True)


@pytest.mark.parametrize(
    ("rule", "may"),
    [
        ("everybody", (True, True, True, True, True)),
        ("moderators", (False, False, True, False, False)),
        (str(REGULARS), (False, True, True, False, False)),
        ("99", (False, False, True, False, False)),
        ("of a later version", (False, False, True, False, False)),
    ],
)
def test_who_is_allowed(rule: str, may: tuple[bool, ...]) -> None:
    """A plain member, one with the role, a moderator, a moderator of another server, a person in a direct message."""
    people = (PLAIN, REGULAR, MODERATOR, STRANGER, PRIVATE)
    assert tuple(allows(rule, SERVER, one) for one in people) == may


def test_every_action_has_its_rule_and_the_usual_one() -> None:
    """Playing is for everyone; changes to the server are for its moderators."""
    usual = {action: rule_of(ServerProfile(SERVER), action) for action in Permission}
    free = {action for action, rule in usual.items() if rule == WhoMay.EVERYBODY}
    assert free == {Permission.OPEN, Permission.COMPUTERS}
    assert set(usual.values()) == set(WhoMay)


def test_rules_that_name_a_role() -> None:
    """Discord's @everyone role means everyone."""
    assert rule_for_role(REGULARS, SERVER) == str(REGULARS)
    assert rule_for_role(SERVER, SERVER) == WhoMay.EVERYBODY
    assert (role_of(str(REGULARS)), role_of("moderators")) == (REGULARS, None)
