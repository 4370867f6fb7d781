"""The house without a server: a folder of static files in which a browser is the whole table.

- ``browser/``: what runs in the browser's workers, on Pyodide: the server's own tables, connections and studies, a
  store on the browser's disk, bots in a worker of their own
- ``pack``: all of Python that the browser is given, in one file; made by ``scripts/build_web.py``
- ``write``: the folder itself (``banquise site OUT``)
"""
