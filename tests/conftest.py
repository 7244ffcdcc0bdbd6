"""What every test may ask for."""

from __future__ import annotations

import os

import hypothesis
import pytest

# No time limit per example, since machines differ; in CI the same examples each time.
hypothesis.settings.register_profile("handkit", deadline=None, derandomize=bool(os.environ.get("CI")))
hypothesis.settings.load_profile("handkit")


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium. Without one the test is skipped, or fails if HANDKIT_REQUIRE_BROWSER is set."""
    from labkit import find_chromium  # here, as playwright is not needed for other tests

    path = find_chromium()
    if path is None:
        reason = "no Chromium found (set HANDKIT_CHROMIUM, or install it: apt install chromium)"
        if os.environ.get("HANDKIT_REQUIRE_BROWSER"):
            pytest.fail(reason)
        pytest.skip(reason)
    return path
