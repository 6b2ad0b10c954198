import pathlib
import sys

# The server, the client and the request helpers of the other tests.
for folder in ("Load", "Browser"):
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / folder))
