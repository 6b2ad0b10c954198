// The square part of a picture that a question shows, moved and zoomed with fingers, mouse or
// keyboard.

const side = 600;
// Smaller cutouts are rejected; the server has the same limit.
const shortest = 48;

export class PictureFrame {
    #canvas;
    #picture = null;
    // The square's center and side in pixels of the picture, and its rotation.
    #x = 0;
    #y = 0;
    #side = side;
    #angle = 0;
    #longest = side;
    #pointers = new Map();
    #onMove;

    /** `onMove` is called after each change by the user. */
    constructor(canvas, onMove) {
        this.#canvas = canvas;
        this.#onMove = onMove;
        canvas.addEventListener("pointerdown", (event) => this.#down(event));
        canvas.addEventListener("pointermove", (event) => this.#drag(event));
        for (const kind of ["pointerup", "pointercancel"]) {
            canvas.addEventListener(kind, (event) => this.#pointers.delete(event.pointerId));
        }
        canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
        canvas.addEventListener("keydown", (event) => this.#key(event));
    }

    /** Shows a picture, an `ImageBitmap`, centered. */
    show(picture) {
        this.#picture?.close();
        this.#picture = picture;
        this.#longest = 1.2 * Math.max(picture.width, picture.height);
        this.#x = picture.width / 2;
        this.#y = picture.height / 2;
        this.#side = Math.min(picture.width, picture.height);
        this.#angle = 0;
        this.#draw();
    }

    /** Moves the square to the face that the scoring service found. */
    set place({ a, b, tx, ty }) {
        const middle = side / 2;
        this.#side = Math.hypot(a, b) * side;
        this.#angle = Math.atan2(b, a);
        this.#x = a * middle - b * middle + tx;
        this.#y = b * middle + a * middle + ty;
        this.#longest = Math.max(this.#longest, this.#side);
        this.#draw();
    }

    /** The map from the square's 600×600 pixels to those of the picture. */
    get place() {
        const scale = this.#side / side;
        const a = scale * Math.cos(this.#angle);
        const b = scale * Math.sin(this.#angle);
        const middle = side / 2;
        return {
            a, b, tx: this.#x - (a * middle - b * middle), ty: this.#y - (b * middle + a * middle),
        };
    }

    /** Enlarges (above 1) or reduces the visible part around a point of the canvas. */
    zoom(factor, x = side / 2, y = side / 2) {
        if (!this.#picture) return;
        const before = this.#inPicture(x, y);
        this.#side = Math.min(this.#longest, Math.max(shortest, this.#side / factor));
        const after = this.#inPicture(x, y);
        this.#shift(before.x - after.x, before.y - after.y);
    }

    #inPicture(x, y) {
        const { a, b, tx, ty } = this.place;
        return { x: a * x - b * y + tx, y: b * x + a * y + ty };
    }

    /** Moves the square by some pixels of the picture; its center stays on the picture. */
    #shift(x, y) {
        this.#x = Math.min(this.#picture.width, Math.max(0, this.#x + x));
        this.#y = Math.min(this.#picture.height, Math.max(0, this.#y + y));
        this.#draw();
        this.#onMove();
    }

    #draw() {
        if (this.#picture) this.paint(this.#canvas, this.place);
    }

    /** Paints the part of the picture that a square covers into a square canvas. */
    paint(canvas, { a, b, tx, ty }) {
        const context = canvas.getContext("2d");
        const square = a * a + b * b;
        const { width, height } = this.#picture;
        const shown = canvas.width / side;
        context.resetTransform();
        context.clearRect(0, 0, canvas.width, canvas.height);
        context.scale(shown, shown);
        context.imageSmoothingQuality = "high";
        context.transform(a / square, -b / square, b / square, a / square,
            -(a * tx + b * ty) / square, (b * tx - a * ty) / square);
        // Outside the picture its edge is continued, as in the cutout.
        const far = 2 * side * Math.sqrt(square);
        const columns = [[0, 1, -far, far], [0, width, 0, width], [width - 1, 1, width, far]];
        const rows = [[0, 1, -far, far], [0, height, 0, height], [height - 1, 1, height, far]];
        for (const [x, w, toX, toW] of columns) {
            for (const [y, h, toY, toH] of rows) {
                context.drawImage(this.#picture, x, y, w, h, toX, toY, toW, toH);
            }
        }
        context.resetTransform();
    }

    // MARK: By hand

    #onCanvas(event) {
        const box = this.#canvas.getBoundingClientRect();
        return {
            x: (event.clientX - box.left) * side / box.width,
            y: (event.clientY - box.top) * side / box.height,
        };
    }

    #down(event) {
        if (!this.#picture || event.button > 0) return;
        this.#canvas.setPointerCapture(event.pointerId);
        this.#pointers.set(event.pointerId, this.#onCanvas(event));
    }

    #drag(event) {
        const before = this.#pointers.get(event.pointerId);
        if (!before) return;
        const now = this.#onCanvas(event);
        const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
        this.#pointers.set(event.pointerId, now);
        if (other) {
            const ratio = Math.hypot(now.x - other.x, now.y - other.y)
                / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
            this.zoom(ratio, other.x, other.y);
            return;
        }
        const from = this.#inPicture(before.x, before.y);
        const to = this.#inPicture(now.x, now.y);
        this.#shift(from.x - to.x, from.y - to.y);
    }

    #wheel(event) {
        if (!this.#picture) return;
        event.preventDefault();
        const { x, y } = this.#onCanvas(event);
        this.zoom(Math.exp(-Math.max(-200, Math.min(200, event.deltaY)) / 500), x, y);
    }

    #key(event) {
        if (!this.#picture || event.ctrlKey || event.metaKey || event.altKey) return;
        const step = this.#side * (event.shiftKey ? 0.1 : 0.02);
        const moves = {
            ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step],
        };
        if (moves[event.key]) this.#shift(...moves[event.key]);
        else if (event.key === "+" || event.key === "=") this.zoom(1.1);
        else if (event.key === "-") this.zoom(1 / 1.1);
        else return;
        event.preventDefault();
        event.stopPropagation();
    }
}
