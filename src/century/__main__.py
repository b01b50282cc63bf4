"""The entry point of the `century` command and of `python -m century`."""

from __future__ import annotations

__all__ = ["main"]


def main() -> None:
    """Run the command line; Ctrl-C while it is imported ends it without a traceback."""
    try:
        from century.cli import main as run
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    run()


if __name__ == "__main__":
    main()
