"""Reference engines for comparison."""
