"""The table server: a durable log, honest views, bots at the table.

- ``entries``: what the log of a table holds; ``fold``: the table that a log describes (no I/O)
- ``store``, ``sqlite``, ``postgres``: where logs are kept; an acknowledgement means that they are on disk
- ``protocol``: what is said on the wire; ``render``: what each viewer is sent
- ``house``, ``room``: the tables in memory, each a cache of its log that can be dropped at any time
- ``connection``, ``web``, ``serve``: WebSocket, HTTP, and the process around them
"""
