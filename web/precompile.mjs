// Compiles the house in the pack with the very Python that will run it, so that a browser does not do so at every start.
//
//     node precompile.mjs banquise.zip

import { readFileSync, writeFileSync } from 'node:fs';
import { loadPyodide } from 'pyodide';

const [file] = process.argv.slice(2);
const python = await loadPyodide();
python.FS.writeFile('/house.zip', new Uint8Array(readFileSync(file)));
python.runPython(`
import compileall, pathlib, py_compile, zipfile

with zipfile.ZipFile("/house.zip") as archive:
    archive.extractall("/home/pyodide")
# Whether a source is newer is never asked: they come together.
fine = compileall.compile_dir(
    "banquise", quiet=1, optimize=0, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH
)
assert fine, "the house does not compile"
with zipfile.ZipFile("/house.zip", "a", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
    for made in sorted(pathlib.Path("banquise").rglob("*.pyc")):
        archive.writestr(zipfile.ZipInfo(str(made), (1980, 1, 1, 0, 0, 0)), made.read_bytes(), zipfile.ZIP_DEFLATED)
`);
writeFileSync(file, python.FS.readFile('/house.zip'));
