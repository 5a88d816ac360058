"""run_notebook.py FILE: executes the code cells of a notebook in order; Jupyter is not needed. An exception ends it."""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    cells = [cell for cell in json.load(file)["cells"] if cell["cell_type"] == "code"]
names: dict = {"__name__": "__main__"}
for number, cell in enumerate(cells, 1):
    exec(compile("".join(cell["source"]), f"{sys.argv[1]}, code cell {number}", "exec"), names)
print(f"{len(cells)} cells")
