"""Settings for all tests."""

import os
import sys

from hypothesis import HealthCheck, settings

# Every run uses the same examples and leaves no files. Whole games are large examples.
settings.register_profile(
    "steady",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("steady")

# Tests start hundreds of processes. They start sooner if they find the bytecode of the package.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
