"""Settings for all tests."""

from hypothesis import HealthCheck, settings

# The same examples in every run, and no files left behind. Whole games are large examples.
settings.register_profile(
    "steady",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("steady")
