"""Run the command line with `python -m century`."""

from century.cli import main

if __name__ == "__main__":
    main()
