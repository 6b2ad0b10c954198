/**
 * Motor access on the page: filters presses, activates by dwelling, and scans with switches.
 * @module
 */
import { DIALOG_CHANGED } from "./dom.js";
import { Dwell, PressFilter } from "./press.js";
import { rowsOf, Scanner } from "./scan.js";

const TARGETS = "button:not([disabled]), a[href], summary";
/** Controls that the guardian operates directly on a screen that scans only the way back. */
const CONTROLS = "input, label, button, a, summary";
/** Pointer movement in CSS pixels between press and release that makes a drag. */
const DRAG_DISTANCE = 12;

export class Access {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    this.filter = new PressFilter({ holdTime: 0, ignoreRepeat: 0 });
    this.dwell = new Dwell(0);
    this.scanner = new Scanner("off", 1500);
    this.scanning = false;
    this.exitOnly = false;
    /** @type {"linear" | "rows"} */
    this.pattern = "linear";
    /** @type {HTMLElement[]} */
    this.items = [];
    this.pointer = false;
    this.passing = false;
    this.pressedAt = { x: 0, y: 0 };
    const target = (/** @type {Event} */ event) => /** @type {Element} */ (event.target).closest(TARGETS);
    addEventListener("pointerdown", (event) => {
      this.pointer = true;
      this.filter.down(target(event), event.timeStamp);
      this.pressedAt = { x: event.clientX, y: event.clientY };
      if (this.#isSwitch(event) && !this.exitOnly) this.#pressAt(event);
    }, true);
    addEventListener("keydown", (event) => {
      this.pointer = false;
      if (!this.#isSwitch(event) || event.repeat) return;
      const tab = event.key === "Tab" && this.scanner.mode === "two" && !this.exitOnly;
      if (event.key === " " || tab) this.#press(event, "first");
      if (event.key === "Enter") this.#press(event, "second");
    }, true);
    addEventListener("click", (event) => {
      if (this.passing || !event.isTrusted) return;
      if (this.#isSwitch(event)) {
        // On the guardian's screens, scrolling and selecting text must not press the switch.
        if (this.exitOnly && this.pointer && !this.#dragged(event)) this.#pressAt(event);
        return stop(event);
      }
      const pressed = target(event);
      if (pressed && !this.filter.accepts(pressed, event.timeStamp, this.pointer && event.detail > 0)) stop(event);
    }, true);
    addEventListener("pointermove", (event) => this.dwell.move(target(event), performance.now()), true);
    addEventListener("pointerover", (event) => this.dwell.move(target(event), performance.now()), true);
    document.documentElement.addEventListener("pointerleave", () => this.dwell.move(null, performance.now()));
    addEventListener("resize", () => this.#switching() && this.refresh()); // Rotating the phone changes the rows.
    document.addEventListener(DIALOG_CHANGED, () => this.refresh());
    this.frame = () => this.#frame();
  }

  /** @param {import("./model.js").Preferences} preferences */
  apply({ holdTime, ignoreRepeat, dwellTime, scanning, scanPattern, scanInterval }) {
    this.filter.holdTime = holdTime;
    this.filter.ignoreRepeat = ignoreRepeat;
    this.dwell.time = dwellTime;
    this.pattern = scanPattern;
    if (this.scanner.mode !== scanning || this.scanner.interval !== scanInterval) {
      this.scanner = new Scanner(scanning, scanInterval);
    }
    const needed = dwellTime > 0 || scanning !== "off";
    if (needed && !this.running) {
      this.running = true;
      requestAnimationFrame(this.frame);
    }
    if (!needed) this.running = false;
  }

  /** Updates the switches after a screen was drawn. @param {boolean | "exit"} scan whether its buttons are scanned, or only the way back */
  screenShown(scan) {
    this.scanning = scan !== false;
    this.exitOnly = scan === "exit";
    this.dwell.move(null, performance.now());
    this.refresh();
  }

  /** Collects the buttons again, the main part first. */
  refresh() {
    const dialog = document.querySelector("dialog[open]");
    const root = dialog ?? document.getElementById("app");
    const targets = this.exitOnly && !dialog ? "#back" : TARGETS;
    const all = /** @type {HTMLElement[]} */ ([...(root?.querySelectorAll(targets) ?? [])]);
    const inMain = all.filter((item) => !item.closest("header"));
    this.items = [...inMain, ...all.filter((item) => item.closest("header"))].filter((item) =>
      item.getClientRects().length > 0 && getComputedStyle(item).visibility !== "hidden"
    );
    this.scanner.start(this.#switching() ? this.#rows() : [], performance.now());
    this.#highlight();
  }

  #rows() {
    if (this.pattern === "linear") return this.items.map((_, index) => [index]);
    return rowsOf(this.items.map((item) => item.getBoundingClientRect()));
  }

  #switching() {
    return this.scanning && this.scanner.mode !== "off";
  }

  /** Whether a press or key belongs to the switches rather than to one of the guardian's controls. @param {Event} event */
  #isSwitch(event) {
    return this.#switching() && !(this.exitOnly && /** @type {Element} */ (event.target).closest(CONTROLS));
  }

  /** @param {MouseEvent} event */
  #dragged({ clientX, clientY }) {
    return Math.hypot(clientX - this.pressedAt.x, clientY - this.pressedAt.y) > DRAG_DISTANCE;
  }

  /** Presses the switch assigned to this half of the screen. @param {MouseEvent} event */
  #pressAt(event) {
    this.#press(event, event.clientX > innerWidth / 2 ? "second" : "first");
  }

  /** @param {Event} event @param {"first" | "second"} which */
  #press(event, which) {
    stop(event);
    const now = performance.now();
    if (!this.filter.accepts(which, now, false)) return;
    const chosen = this.scanner.mode === "one" || which === "first"
      ? this.scanner.first(now)
      : this.scanner.second(now);
    this.#highlight();
    if (chosen !== null) this.#activate(this.items[chosen]);
  }

  /** @param {Element} element */
  #activate(element) {
    this.passing = true;
    /** @type {HTMLElement} */ (element).click();
    this.passing = false;
    queueMicrotask(() => {
      if (this.#switching() && this.items.some((item) => !item.isConnected)) this.refresh();
    });
  }

  #highlight() {
    for (const old of document.querySelectorAll(".scanned, .scanned-row")) {
      old.classList.remove("scanned", "scanned-row");
    }
    const items = this.#switching() ? this.scanner.highlighted.map((index) => this.items[index]) : [];
    for (const item of items) item.classList.add(items.length > 1 ? "scanned-row" : "scanned");
    items[0]?.scrollIntoView({ block: "nearest" });
  }

  #frame() {
    if (!this.running) return;
    const now = performance.now();
    if (this.#switching() && this.scanner.tick(now)) this.#highlight();
    if (this.dwell.time > 0 && this.scanner.mode === "off") {
      const due = /** @type {Element | null} */ (this.dwell.due(now));
      const resting = /** @type {HTMLElement | null} */ (this.dwell.target);
      for (const old of document.querySelectorAll(".dwelling")) if (old !== resting) old.classList.remove("dwelling");
      const progress = this.dwell.progress(now);
      resting?.classList.toggle("dwelling", progress > 0);
      resting?.style.setProperty("--dwell", String(progress));
      if (due?.isConnected) this.#activate(due);
    }
    requestAnimationFrame(this.frame);
  }
}

/** @param {Event} event */
function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}
