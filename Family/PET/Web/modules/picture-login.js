// A child's sign-in with pictures: what to do is read aloud once; the form works without scripts.

import "./common.js";
import { narrate } from "./narrator.js";
import { text } from "./page.js";

const main = document.querySelector("main");
const trouble = document.getElementById("trouble").textContent;
if (trouble) narrate(trouble);
else if (!("begun" in main.dataset)) narrate(text("sign_in.spoken"));
