"""A PostgreSQL for the tests that need one: started by them, stopped after them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from serving import NoPostgres, Postgres, a_postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    try:
        with a_postgres() as running:
            yield running
    except NoPostgres as error:
        pytest.skip(str(error))


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def database(request, tmp_path):
    if request.param == "sqlite":
        return f"sqlite:{tmp_path}/tables.db"
    return request.getfixturevalue("postgres").fresh()
