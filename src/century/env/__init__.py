"""The games as environments for learning, in the interfaces people already use."""
