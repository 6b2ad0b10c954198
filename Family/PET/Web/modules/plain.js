// A screen without code of its own.

import "./common.js";
