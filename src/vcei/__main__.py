"""``python -m vcei`` is the same as ``vcei``."""

from vcei.cli.main import main

if __name__ == "__main__":
    main()
