// Compiles, with Pyodide itself, what Python in the browser imports at its start, so that no visitor waits for it.
//
//     node compile.mjs FOLDER     the modules as JSON: path in a wheel or in the standard library → compiled, in base64
const folder = process.argv[2];
const { loadPyodide } = await import(`${folder}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: folder, lockFileURL: `${folder}/pyodide-lock.json` });
const silent = { messageCallback: () => {} };
await python.loadPackage(Object.keys(python.lockfile.packages), silent);
console.log(python.runPython(`
import base64, importlib, json, pkgutil, re, sys
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.machinery import SourceFileLoader
from importlib.util import source_hash
from zipimport import zipimporter

import handkit
import ipywidgets, anywidget, IPython, jedi, micropip, piplite.piplite, tqdm.auto

for module in pkgutil.walk_packages(handkit.__path__, "handkit."):
    if not module.name.endswith("__main__") and ".adapters" not in module.name:  # they need packages of their own
        importlib.import_module(module.name)

def compiled(module):
    source = module.__loader__.get_source(module.__name__)
    code = compile(source, module.__file__, "exec", dont_inherit=True)
    return base64.b64encode(_code_to_hash_pyc(code, source_hash(source.encode()), checked=False)).decode()

json.dumps({
    re.sub("^.*/(site-packages|python[0-9]+.zip)/", "", module.__file__): compiled(module)
    for module in list(sys.modules.values())
    if str(getattr(module, "__file__", "")).endswith(".py")
    and isinstance(getattr(module, "__loader__", None), (SourceFileLoader, zipimporter))
})
`));
