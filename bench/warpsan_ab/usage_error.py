"""What is wrong with what the user asked for."""


class UsageError(Exception):
    """Ends the program with code 2."""
