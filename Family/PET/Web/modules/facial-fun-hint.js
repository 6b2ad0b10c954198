// The movement of a hint as an animated drawing of a small face; the moving part is red.

const space = "http://www.w3.org/2000/svg";
const rest = {
    browLeft: "M30 44q11-6 22-2", browRight: "M68 42q11-4 22 2",
    eyeLeft: "M33 57q8-7 16 0q-8 6-16 0", eyeRight: "M71 57q8-7 16 0q-8 6-16 0",
    nose: "M60 58v14q0 3 5 3", mouth: "M42 90q18 2 36 0q-18 2-36 0",
};

// The moving parts of each code, and their destinations. Paths have the same commands as those at
// rest, so they can be blended.
const movements = {
    raise_eyebrows: { browLeft: "M30 34q11-8 22-4", browRight: "M68 30q11-4 22 4" },
    raise_inner_brows: { browLeft: "M30 44q11-9 22-12", browRight: "M68 32q11 3 22 12" },
    lower_brows: { browLeft: "M30 44q11 0 22 8", browRight: "M68 52q11-8 22-8" },
    open_eyes_wide: {
        eyeLeft: "M33 57q8-17 16 0q-8 14-16 0", eyeRight: "M71 57q8-17 16 0q-8 14-16 0",
    },
    narrow_eyes: {
        eyeLeft: "M33 58q8-2 16 0q-8 2-16 0", eyeRight: "M71 58q8-2 16 0q-8 2-16 0",
    },
    wrinkle_nose: { nose: "M56 60v9q4-7 10 0" },
    raise_upper_lip: { mouth: "M42 90q18-13 36 0q-18 3-36 0" },
    open_mouth: { mouth: "M46 88q14-9 28 0q-14 26-28 0" },
    close_mouth: { mouth: "M42 90q18 1 36 0q-18 1-36 0" },
    lift_mouth_corners: { mouth: "M40 84q20 18 40 0q-20 18-40 0" },
    lift_one_mouth_corner: { mouth: "M42 91q18 6 38-9q-20 15-38 9" },
    lower_mouth_corners: { mouth: "M42 96q18-14 36 0q-18-14-36 0" },
    stretch_mouth: { mouth: "M33 90q27 4 54 0q-27 4-54 0" },
    relax_face: {},
    hold_it: {},
};

// Starting positions of `close_mouth` and `relax_face`, which move back to rest.
const starts = {
    close_mouth: { mouth: movements.open_mouth.mouth },
    relax_face: {
        ...movements.raise_eyebrows, mouth: movements.open_mouth.mouth,
    },
};
const moved = { relax_face: ["browLeft", "browRight", "mouth"] };

/** The codes that have a drawing. */
export const drawnHints = Object.keys(movements);

function numbers(path) {
    return path.match(/-?\d+(\.\d+)?/g).map(Number);
}

/** The path between two paths with the same commands, `share` 0…1. */
function blend(from, to, share) {
    const goals = numbers(to);
    const values = numbers(from).map((value, at) => value + (goals[at] - value) * share);
    let at = 0;
    // Minus signs may also separate numbers: put a space before each.
    return from.replace(/-?\d+(\.\d+)?/g, () => ` ${values[at++].toFixed(2)}`);
}

/** Draws a hint into an SVG and animates it; a null code removes it. */
export class HintDrawing {
    #svg;
    #code = null;
    #timer = 0;

    constructor(svg) {
        this.#svg = svg;
    }

    show(code, moves) {
        const drawn = movements[code] ? code : null;
        if (drawn === this.#code) return;
        clearTimeout(this.#timer);
        this.#code = drawn;
        this.#svg.toggleAttribute("hidden", drawn === null);
        if (drawn === null) {
            this.#svg.replaceChildren();
            delete this.#svg.dataset.hint;
            return;
        }
        this.#svg.dataset.hint = drawn;
        this.#draw();
        if (moves) this.#move(performance.now());
        else this.#pose(1);
    }

    #draw() {
        const face = document.createElementNS(space, "ellipse");
        for (const [name, value] of Object.entries({ cx: 60, cy: 62, rx: 42, ry: 52 })) {
            face.setAttribute(name, String(value));
        }
        face.classList.add("face-skin");
        const names = moved[this.#code] ?? Object.keys(movements[this.#code]);
        const lines = Object.entries(rest).map(([name, path]) => {
            const line = document.createElementNS(space, "path");
            line.setAttribute("d", path);
            line.dataset.part = name;
            line.classList.add("face-line");
            if (names.includes(name)) line.classList.add("face-move");
            return line;
        });
        this.#svg.replaceChildren(face, ...lines);
    }

    /** Sets the face between rest (0) and the movement (1). */
    #pose(share) {
        for (const line of this.#svg.querySelectorAll(".face-move")) {
            const name = line.dataset.part;
            const from = starts[this.#code]?.[name] ?? rest[name];
            const to = movements[this.#code][name] ?? rest[name];
            line.setAttribute("d", blend(from, to, share));
        }
    }

    /**
     * A cycle of two seconds: half a second of movement, then a pause to look. Draws 20 pictures
     * a second, and none during the pause or on a hidden page.
     */
    #move(start) {
        let shown = -1;
        const step = () => {
            const part = ((performance.now() - start) % 2000) / 2000;
            const share = Math.min(1, Math.max(0, part < 0.7 ? (part - 0.1) / 0.3 : (1 - part) / 0.2));
            if (share !== shown && !document.hidden) this.#pose(share * share * (3 - 2 * share));
            shown = share;
            this.#timer = setTimeout(step, 50);
        };
        step();
    }
}
