// Level selection: the level played last has the focus.

import "./common.js";

const from = new URLSearchParams(location.search).get("from");
if (/^[1-5]$/.test(from ?? "")) document.querySelector(`.step-${from} .button`)?.focus();
