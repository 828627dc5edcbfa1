"""Game records and positions for tests, and reading jobs run in the test's own process."""

from __future__ import annotations

import asyncio
import functools
import json
from io import BytesIO
from typing import Any

from bot.engines.children import Frame, receive
from bot.engines.reading import Output, Reading, Sandbox
from bot.engines.reading.child import _answer
from bot.model.errors import ReadingFailed
from bot.wiring.readingjobs import JOBS
from engine.loading import load_variant, read_variant_file
from engine.model.variant import Variant


class Here(Sandbox):
    """Runs the jobs in a thread. Starting the process would take as long as a whole test."""

    def __init__(self, jobs: str = "bot.wiring.readingjobs") -> None:
        super().__init__(jobs)

    async def warm(self) -> None:
        """Nothing to prepare."""

    async def stand_by(self) -> None:
        """Nothing to prepare."""

    async def run(self, job: str, data: bytes, **options: Any) -> Output:
        """As `Sandbox.run`; what the job is given and what it answers cross as they would between processes."""
        if self._closed:
            raise ReadingFailed
        request = Frame({"job": job, "options": json.loads(json.dumps(options))}, data)
        answer = receive(BytesIO(await asyncio.to_thread(_answer, JOBS, request, self._limits)))
        assert answer
        return self._output(job, answer)


READING = Reading(Here(), Here())


def parse_variant(text: str, language: str) -> Variant:
    """The variant in a TOML text, in one of its languages."""
    return read_variant_file(text).variant(language)


@functools.cache
def spanish() -> Variant:
    """The standard board with Spanish tiles, including CH, LL and RR."""
    return load_variant("standard", "es")


CLUB = """\
#player1 ann Ann Smith
#player2 bob Bob O'Neill
#title A club game
#description Written down move by move
#id example.org 17
#lexicon none
#game-type classic
#board-layout CrosswordGame
#tile-distribution english
>ann: DEJNPRR 8E PEND +14 14
>bob: AGRSVW? 7F WRAG +22 22
#note a try
>bob: AGRSVW? -- -22 0
>ann: DEJNPRR -JRR +0 14
>bob: AGRSVW? G2 SWARVi.G +70 70
>bob: ELTTTUY (challenge) +5 75
#note SWARVING is good.
It stands.

#- #1 on the list
>ann: EEJPRRT F1 JEEP +28 42
>bob: ELTTTUY H4 YE +23 98
>ann: LORRTUU D5 RURU +14 56
>bob: AELTTTU E3 TAE +25 123
>ann: AGILOST I8 SALIGOT +69 125
>bob: ELMRTTU H11 MUTER +36 159
>ann: EEHILNQ J13 EH +30 155
>bob: AACFLNT 11D CALA..NT +48 207
>ann: EIILNQX C3 ILEX +34 189
>bob: EEFFITY 12K IFFY +28 235
>ann: EHINNQU 5G ..QUIN +30 219
>bob: CEEEIRT 14H ...ERIC +24 259
>ann: ADEHNVZ 4K HAZED +49 268
>bob: DEENTTW O1 WEN.ED +33 292
>ann: NNOOOOV D11 .ONVO +22 290
>bob: ALMOOTT 2J MOTTL. +28 320
>ann: ADKNOOS 1H DOOKS +46 336
>bob: ABIIOOS 2A ABS +22 342
>ann: AABINR? 6G .AIRe +35 371
>bob: GIIIOO 14B GO. +14 356
>ann: ABN 1A BA +28 399
>bob: IIIO 11M IO +12 368
>ann: N N10 N.. +8 407
>ann:  (II) +4 411
>bob: II (time) -20 348
"""
"""A whole game: a withdrawn phony, an exchange, a failed challenge, notes, blanks, the American end, overtime."""

CLUB_SCORES = (411, 348)
"""The final scores of `CLUB`."""

SPANISH_GAME = """\
#character-encoding UTF-8
#player1 niña La Niña
#player2 josé José
#lexicon FILE
#tile-distribution spanish
#tile [CH] [ch]
>niña: AC[CH]EOST 8G [CH]OTAS +18 18
>josé: E[LL]ÑOORU 9F [LL]E +17 17
>niña: ?ACEIRR 10E C[rr]E +19 37
>josé: AÑOORUU -OUU +0 17
>niña: ACEIRST -2 +0 37
"""

OPEN = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15"
"""The rows of an empty board."""
