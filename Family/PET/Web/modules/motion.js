// A short film of a face that moves from rest to the expression of a picture. It plays once, on
// request, in the picture's place; its last frame is the picture itself.

import { motionIsOn } from "./page.js";

// Films take at most two seconds. Afterwards the picture below is the same, so the exact time does
// not matter.
const longest = 3000;
// Each play has its own address, because browsers do not repeat an animation of the same one.
let plays = 0;
// The people of level 3 have films, named like their pictures; Tests/Server/test_motions.py compares
// this with the files.
const filmed = /^\/content\/pictures\/(l3-[a-z]+-\d\d\.webp)$/;
const without = ["l3-disgust-03.webp"];

/** The address of a picture's film; null for none. */
function filmOf(picture) {
    const name = picture?.match(filmed)?.[1];
    return name && !without.includes(name) ? `/content/motions/${name}` : null;
}

export class Motion {
    #picture;
    #button;
    #address = null;
    #film = null;

    /**
     * @param {HTMLImageElement} picture the picture that the film ends with
     * @param {HTMLButtonElement} button plays the film; hidden if there is none
     */
    constructor(picture, button) {
        this.#picture = picture;
        this.#button = button;
        button.addEventListener("click", () => this.#play());
    }

    /**
     * Offers the film of the shown picture.
     *
     * @param {string | null} picture the picture's address; null for none
     */
    offer(picture) {
        this.#end();
        this.#address = motionIsOn() ? filmOf(picture) : null;
        this.#button.hidden = this.#address === null;
    }

    async #play() {
        this.#end();
        const film = new Image(600, 600);
        this.#film = film;
        film.className = "film";
        // The picture below has the description.
        film.alt = "";
        plays += 1;
        film.src = `${this.#address}?play=${plays}`;
        try {
            await film.decode();
        } catch {
            // The picture stays.
            if (this.#film === film) this.offer(null);
            return;
        }
        if (this.#film !== film) return;
        this.#picture.after(film);
        performance.mark("motion-shown");
        setTimeout(() => {
            if (this.#film === film) this.#end();
        }, longest);
    }

    #end() {
        this.#film?.remove();
        this.#film = null;
    }
}
