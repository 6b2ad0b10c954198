"""Fixtures of all browser tests, and the option that updates the stored screenshots."""

import pathlib
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
for folder in (HERE, HERE.parent / "Load"):
    sys.path.insert(0, str(folder))

from faults import game  # noqa: E402, F401
from house import house, player  # noqa: E402, F401
from pages import browser, fresh, page, state, visitor  # noqa: E402, F401
from shared_server import server  # noqa: E402, F401


def pytest_addoption(parser):
    parser.addoption("--update", action="store_true", help="update the stored screenshots")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    item.failed = getattr(item, "failed", False) or report.failed
    return report
