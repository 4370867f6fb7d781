"""The table server: a durable log, honest views, bots at the table.

- ``stores``: where the logs of tables are kept; an acknowledgement means that they are on disk
- ``live``: the tables in memory, each a cache of its log that can be dropped at any time, and who is connected to them
- ``http``: everything that is asked by HTTP, and the pages
- ``protocol``: what is said on the wire; ``render``: what each viewer is sent; ``serve``: the process around it all

What a table is, and what may be done at it, is ``banquise.table``.
"""
