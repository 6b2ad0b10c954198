"""Renders people for measuring baselines and hints: known movements, known strengths.

    python -m training.render.people --data FOLDER --output PEOPLE [--people 60] [--first 0]

FOLDER contains face-model.npz. PEOPLE gets JPEG pictures and `people.jsonl`, one line for each: `file`, `set`,
`person`, and by set

    rest      frame: the person at rest, several frames with small changes of pose, light and noise
    emotion   emotion, strength: the person's own way of showing it, from weak to full
    hint      target ("" from rest), hint, step ("before" or "after"): a face that lacks one movement
              of the target, and the same face after only that movement was made

The people are those from EVALUATION_PEOPLE on, which are never used for training. Those from HINT_PEOPLE on have
their own resting face, some with drooping corners or low brows, from which every emotion starts. Existing pictures
are not rendered again. The pictures follow from the seeds, in any order.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from multiprocessing import Pool
from pathlib import Path

import numpy as np

from training.command_line import parser_of
from training.contract import EMOTIONS
from training.render import jpeg, process_renderer
from training.render.expression_variants import RESTS, Expression, halves, idle, together, way
from training.render.face_renderer import Camera, FaceRenderer, Light, chance
from training.render.faces import EVALUATION_PEOPLE, background, person
from training.render.movements import CANDIDATES, HINTS, MOVEMENTS, OPENED, after, before

SIDE = 320
REST_FRAMES = 8
STRENGTHS = (0.2, 0.4, 0.6, 0.9, 1.2)
PARTIAL = 0.5  # the strength of the faces that hints start from
HINT_PEOPLE = 16
SCENE_SEED, WAY_SEED, FRAME_SEED = 41, 43, 47


@dataclass(frozen=True)
class Picture:
    """One picture to render; fields that its set does not use are empty."""

    file: str
    set: str
    person: int
    frame: int = 0
    emotion: str = ""
    strength: float = 0.0
    target: str = ""
    hint: str = ""
    step: str = ""


def pictures_of(number: int, with_hints: bool) -> list[Picture]:
    """All pictures of a person."""
    one = Picture("", "rest", EVALUATION_PEOPLE + number)
    result = [
        replace(one, file=f"{number:03}-rest-{frame}.jpg", frame=frame)
        for frame in range(REST_FRAMES)
    ]
    result += [
        replace(one, file=f"{number:03}-{emotion}-{round(100 * strength):03}.jpg", set="emotion",
                emotion=emotion, strength=strength)
        for emotion in EMOTIONS[1:] for strength in STRENGTHS
    ]  # fmt: skip
    if not with_hints:
        return result
    # From rest every hint is tried, for all targets. A face at rest has nothing to relax.
    starts = [("", hint) for hint in HINTS if hint != "relax_face"]
    starts += [(target, hint) for target in EMOTIONS[1:] for hint in CANDIDATES[target]]
    # Toward neutral, another expression is relaxed.
    starts += [(f"from-{emotion}", "relax_face") for emotion in EMOTIONS[1:]]
    for start, hint in starts:
        for step in ("before", "after"):
            if not start and step == "before" and hint != "close_mouth":
                continue  # the first frame at rest
            name = f"{number:03}-hint-{start or 'rest'}-{hint}-{step}.jpg"
            result.append(
                replace(one, file=name, set="hint", target=start, hint=hint, step=step)
            )  # fmt: skip
    return result


class Person:
    """One person in front of one wall in one light."""

    def __init__(self, renderer: FaceRenderer, seed: int, has_own_rest: bool):
        """Draws random values that stay the same in all pictures of the person."""
        self.renderer, self.seed = renderer, seed
        self.names = set(renderer.model.expression_names)
        self.identity, self.appearance = person(seed, renderer.model.identity_count)
        generator = np.random.default_rng([SCENE_SEED, seed])
        self.light = chance.light(generator)
        self.pose = chance.pose(generator, spread=0.4)
        self.background = background(generator, SIDE)
        self.idle = idle(self.names, generator, reach=0.5)
        rest = RESTS[generator.integers(len(RESTS))] if has_own_rest else {}
        self.rest = halves(rest, self.names)
        self.camera = Camera(height=generator.uniform(26, 32), center=(0.0, 0.0))

    def _generator(self, *keys: str) -> np.random.Generator:
        places = [place for name in keys for place in name.encode()]
        return np.random.default_rng([WAY_SEED, self.seed, *places])

    def way(self, emotion: str) -> Expression:
        """This person's expression of an emotion."""
        return way(emotion, self.names, self._generator(emotion))

    def movement(self, hint: str) -> Expression:
        """This person's version of a movement, with a varied strength and slightly different sides."""
        generator = self._generator(hint)
        strength = generator.uniform(0.7, 1.2)
        both = halves(MOVEMENTS[hint], self.names)
        if hint == "lift_one_mouth_corner" and generator.random() < 0.5:
            both = {name.replace("_L", "_R"): value for name, value in both.items()}
        return {n: v * strength * generator.uniform(0.9, 1.1) for n, v in both.items()}

    def expression(self, picture: Picture) -> Expression:
        """The face in a picture, without idle movements."""
        if picture.set == "rest":
            return {}
        if picture.set == "emotion":
            return {n: v * picture.strength for n, v in self.way(picture.emotion).items()}
        start: Expression = {}
        if emotion := picture.target.removeprefix("from-"):
            start = {n: v * PARTIAL for n, v in self.way(emotion).items()}
        if picture.step == "before":
            return before(picture.hint, start, halves(OPENED, self.names))
        moved = self.movement(picture.hint) if picture.hint in MOVEMENTS else {}
        return after(picture.hint, start, moved)

    def draw(self, picture: Picture) -> np.ndarray:
        """The picture [SIDE, SIDE, 3] uint8 RGB.

        The pictures before and after a hint have the same pose and light, so that they differ only in the movement;
        every other picture has its own small changes.
        """
        key = f"{picture.set}{picture.frame}{picture.emotion}{picture.strength}"
        if picture.set == "hint":
            key = picture.target or "rest00.0"  # as the first frame at rest
        return self.show(self.expression(picture), key)

    def show(self, expression: Expression, key: str) -> np.ndarray:
        """The person with an expression [SIDE, SIDE, 3] uint8 RGB, added to the own resting face; pose, light and noise
        follow from the key.
        """
        generator = np.random.default_rng([FRAME_SEED, self.seed, *key.encode()])
        turn = generator.normal(scale=(1.5, 1.2, 0.8))
        brightness = float(np.exp(generator.normal(scale=0.05)))
        light = Light(
            self.light.direction,
            *(
                tuple(brightness * part for part in color)
                for color in (self.light.key, self.light.sky, self.light.ground)
            ),
        )
        pose = tuple(float(a + b) for a, b in zip(self.pose, turn, strict=True))
        color = self.renderer.render(
            self.identity, together(expression, self.rest, self.idle), pose=pose, light=light,
            size=(SIDE, SIDE), background=self.background, appearance=self.appearance,
            camera=self.camera, supersampling=1,
        ).pixels  # fmt: skip
        noisy = color + generator.normal(scale=2.5, size=color.shape)
        return np.clip(noisy, 0, 255).astype(np.uint8)


def _render(job: tuple[list[Picture], Path]) -> None:
    pictures, folder = job
    missing = [picture for picture in pictures if not (folder / picture.file).exists()]
    if not missing:
        return
    number = pictures[0].person - EVALUATION_PEOPLE
    person = Person(
        process_renderer.renderer(), pictures[0].person, has_own_rest=number >= HINT_PEOPLE
    )
    for picture in missing:
        jpeg.save(person.draw(picture), folder / picture.file)


def main() -> None:
    """Reads the command line."""
    parser = parser_of(__doc__, "data", "output")
    parser.add_argument("--people", type=int, default=60)
    parser.add_argument("--first", type=int, default=0, help="number of the first person")
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    folder: Path = arguments.output
    folder.mkdir(parents=True, exist_ok=True)
    numbers = range(arguments.first, arguments.first + arguments.people)
    people = [pictures_of(number, number < HINT_PEOPLE) for number in numbers]
    lines = [json.dumps(asdict(picture)) + "\n" for pictures in people for picture in pictures]
    (folder / "people.jsonl").write_text("".join(lines))
    # In parts, so that a person with many pictures does not delay the others.
    jobs = [(pictures[k : k + 40], folder) for pictures in people for k in range(0, len(pictures), 40)]
    model = arguments.data / "face-model.npz"
    with Pool(arguments.processes, process_renderer.start, (model,)) as pool:
        for done, _ in enumerate(pool.imap(_render, jobs, chunksize=1), 1):
            if done % 10 == 0:
                print(f"{done} of {len(jobs)} parts", flush=True)
    print(f"{len(lines)} pictures")


if __name__ == "__main__":
    main()
