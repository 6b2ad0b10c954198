// A screen that has nothing of its own to do.

import "./common.js";
