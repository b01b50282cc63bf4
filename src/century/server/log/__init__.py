"""The event log: the database, the journal that writes to it, and the migrations."""
