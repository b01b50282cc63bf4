"""Settings for all tests."""

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
