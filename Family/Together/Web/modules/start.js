/**
 * Starts the page: texts, the acting profile, and the first screen.
 * @module
 */
import { ROOT } from "./api.js";
import { App } from "./app.js";
import { Texts } from "./texts.js";

const catalog = await (await fetch(`${ROOT}/web/languages/en.json`)).json();
const app = new App(new Texts(catalog));
/** @type {any} */ (globalThis).together = app;
await app.start();
