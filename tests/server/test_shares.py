"""Turns that are shared out: people first, addresses one after the other."""

from __future__ import annotations

import asyncio

from banquise.server.live.shares import Share, Shares


def story(shares: Shares, wishes: list[Share]) -> list[Share]:
    """In which order those are served who all ask while the first is being served."""
    served: list[Share] = []

    async def one(share: Share) -> None:
        async with shares.turn(share):
            served.append(share)
            await asyncio.sleep(0.001)

    async def all_of_them() -> None:
        await asyncio.gather(*(one(share) for share in wishes))

    asyncio.run(all_of_them())
    return served


GREEDY, HONEST, NOBODY = Share("greedy"), Share("honest"), Share("greedy", people=False)


def test_one_address_waits_for_one_turn_of_another_and_no_more():
    assert story(Shares(1), [GREEDY] * 30 + [HONEST])[:3] == [GREEDY, HONEST, GREEDY]
    assert story(Shares(2), [GREEDY] * 30 + [HONEST] * 2)[:5] == [GREEDY, GREEDY, HONEST, GREEDY, HONEST]


def test_tables_where_nobody_plays_come_last():
    assert story(Shares(1), [NOBODY] * 5 + [GREEDY] * 2 + [HONEST]) == [NOBODY, HONEST, GREEDY, GREEDY, *[NOBODY] * 4]


def test_where_an_address_may_have_one_turn_another_never_waits_for_it():
    async def tell() -> None:
        shares = Shares(2, of_one=1)
        async with shares.turn(GREEDY):
            more = [asyncio.create_task(shares.turn(GREEDY).__aenter__()) for _ in range(5)]
            await asyncio.sleep(0)
            assert shares.waiting("greedy") == shares.waiting() == 5
            async with asyncio.timeout(1), shares.turn(HONEST):
                pass
            for task in more:
                task.cancel()
            await asyncio.gather(*more, return_exceptions=True)
            assert shares.waiting() == 0
        async with asyncio.timeout(1), shares.turn(GREEDY):  # those who gave up hold nothing
            pass

    asyncio.run(tell())
