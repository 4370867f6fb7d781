"""The table in a terminal, full screen: boards in colour, mouse and keys, alone or at a server's table."""
