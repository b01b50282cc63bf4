"""Every rule by its id."""
