"""The client by the name that it had as a single file: new programs `import facialfun`.

python3 facialfun_client.py [--socket PATH | --listen 127.0.0.1:PORT] FILE...
"""

import sys

from facialfun.wire import Attempt, FacialFun, FacialFunError, main

__all__ = ["Attempt", "FacialFun", "FacialFunError"]

if __name__ == "__main__":
    sys.exit(main())
