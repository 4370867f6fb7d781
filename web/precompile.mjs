// Compiles the house and Python's own library with the very Python that will run them: a browser that starts the house
// then reads bytecode, and compiles nothing. What no table asks for is left out of the library.
//
//     node precompile.mjs banquise.zip python_stdlib.zip

import { readFileSync, writeFileSync } from 'node:fs';
import { loadPyodide } from 'pyodide';

const [house, library] = process.argv.slice(2);
const shipped = readFileSync(new URL('node_modules/pyodide/python_stdlib.zip', import.meta.url));

const LEFT_OUT = `
_android_support _apple_support _ios_support _pydatetime _pyio _pyrepl __phello__ antigravity bdb cProfile cmd
ctypes/macholib curses doctest ensurepip filecmp fileinput ftplib idlelib imaplib mailbox modulefinder optparse pdb
pickletools plistlib poplib profile pstats pyclbr pydoc pydoc_data rlcompleter sched shelve smtplib sqlite3 statistics
tabnanny this timeit trace tracemalloc turtle unittest wave webbrowser wsgiref xml xmlrpc zipapp
`;
// Of the codecs, those that files, archives and addresses need.
const CODECS = `
__init__ aliases ascii cp437 idna latin_1 punycode raw_unicode_escape unicode_escape utf_8 utf_8_sig utf_16 utf_16_le
utf_16_be utf_32
`;

const python = await loadPyodide();
python.FS.writeFile('/house.zip', new Uint8Array(readFileSync(house)));
python.FS.writeFile('/library.zip', new Uint8Array(shipped));
python.globals.set('left_out', LEFT_OUT);
python.globals.set('codecs', CODECS);
python.runPython(`
import pathlib, py_compile, zipfile

LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the same sources make the same bytes
UNCHECKED = py_compile.PycInvalidationMode.UNCHECKED_HASH  # there is no source to compare with


def is_wanted(name):
    if name.startswith("encodings/"):
        return pathlib.PurePath(name).stem in codecs.split()
    return not any(name == f"{left}.py" or name.startswith(f"{left}/") for left in left_out.split())


def compiled(archive, sources, wanted):
    """The files of one archive in another, each source as its bytecode, without docstrings."""
    with zipfile.ZipFile(sources) as before, zipfile.ZipFile(archive, "w") as after:
        for name in sorted(before.namelist()):
            if name.endswith("/") or not wanted(name):
                continue
            content = before.read(name)
            if name.endswith(".py"):
                pathlib.Path("/one.py").write_bytes(content)
                py_compile.compile(
                    "/one.py", "/one.pyc", dfile=name, doraise=True, optimize=2, invalidation_mode=UNCHECKED
                )
                name, content = f"{name}c", pathlib.Path("/one.pyc").read_bytes()
            after.writestr(zipfile.ZipInfo(name, LONG_AGO), content, zipfile.ZIP_DEFLATED, 9)


compiled("/house-compiled.zip", "/house.zip", lambda name: True)
compiled("/library-compiled.zip", "/library.zip", is_wanted)
`);
writeFileSync(house, python.FS.readFile('/house-compiled.zip'));
writeFileSync(library, python.FS.readFile('/library-compiled.zip'));
