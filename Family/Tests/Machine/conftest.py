import pathlib
import sys

# Adds the folders of the other tests' helpers for servers, clients and requests.
for folder in ("Load", "Browser"):
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / folder))
