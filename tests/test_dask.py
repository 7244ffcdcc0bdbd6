"""A tournament on a local Dask cluster, where Dask is installed: `make bench` installs it."""

from __future__ import annotations

from typing import Any

import pytest

from handkit.bots.own import Player
from handkit.game import View
from handkit.games.president import President
from handkit.simulate import tournament

distributed = pytest.importorskip("distributed")


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_tournament_on_a_local_cluster_is_the_same() -> None:
    def highest(view: View) -> Any:
        return view.moves()[-1]

    entrants: dict[str, Player] = {"mine": highest, "easy": "easy"}
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
        client.get_executor() as executor,
    ):
        found = tournament(President(), entrants, 6, executor=executor)
    assert found == tournament(President(), entrants, 6, workers=1)
