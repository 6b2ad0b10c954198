"""Level 5: situations. What does the child in the picture feel?

    python situations.py        draws the pictures that are missing (--all: all)
"""

import sys
from pathlib import Path

import scenes
from cartoons import raster
from question import Question

CONTENT = Path(__file__).resolve().parent.parent
CLIPART = "openclipart-svg 1:0.18+dfsg-19"
MADE = "made here"

# scene, emotion, the four other answers, prompt, tip, description, things from openclipart-svg?
FEELINGS = [
    ("birthday", "happiness", "sadness anger fear disgust",
     "It is Ella's birthday. There is a cake for her. How does she feel?",
     "She throws her arms up. It is the day she waited for.",
     "A girl from behind before a table with a birthday cake. There are balloons and a present."),
    ("puppy", "happiness", "sadness anger disgust neutral",
     "Ben wished for a dog. Today his wish comes true. How does he feel?",
     "He gets what he wished for so much.",
     "A boy from behind holds out his arms to a dog."),
    ("goal", "happiness", "sadness anger fear disgust",
     "Sam kicks the ball into the goal. How does he feel?",
     "He throws his arms up. He did it!",
     "A boy from behind. A ball flies into a goal."),
    ("friends_call", "happiness", "sadness anger disgust neutral",
     "The children wave to Max. He may play with them. How does Max feel?",
     "They want him to play with them. That is nice.",
     "Two children with a ball wave to a boy in front."),
    ("ball_back", "happiness", "sadness anger disgust fear",
     "The ball was up in the tree. Now a friend brings it back. How does Mina feel now?",
     "Look at the second picture. She has her ball back.",
     "Two pictures. A ball in a tree, then a boy who brings the ball."),
    ("ice_cream", "sadness", "happiness disgust fear neutral",
     "Tim's ice cream fell down. How does he feel?",
     "He wanted to eat it. Now it is gone.",
     "A boy with his hands before his face. An ice cream lies on the ground."),
    ("balloon", "sadness", "happiness disgust fear neutral",
     "Lea's balloon flies away. It will not come back. How does she feel?",
     "She loses something that she liked.",
     "A girl from behind. A balloon flies up into the sky."),
    ("left_out", "sadness", "happiness disgust surprise fear",
     "The others play. Nobody asked Emma to play. How does she feel?",
     "She sits alone. She would like to play too.",
     "Three children play with a ball. One girl sits apart."),
    ("teddy", "sadness", "happiness disgust fear neutral",
     "The arm of the bear came off. Ida loves her bear. How does she feel?",
     "She hides her face. Her bear is broken.",
     "A girl with her hands before her face. A toy bear has lost an arm."),
    ("rainy_beach", "sadness", "happiness fear disgust neutral",
     "Noah wished for sun. But it rains. He cannot go to the beach. How does he feel?",
     "His wish does not come true today.",
     "A boy from behind at a window. It rains outside. A ball and a bucket stand by."),
    ("grandma_leaves", "sadness", "happiness anger disgust surprise",
     "Grandma goes home. Nia will miss her. How does Nia feel?",
     "She must say goodbye to someone she loves.",
     "A girl from behind waves to a bus. An old woman sits in it."),
    ("first_lost", "sadness", "happiness disgust fear neutral",
     "First the toy car falls into the water. Then a friend gets it. How does Jo feel first?",
     "Look at the first picture. The car is in the water.",
     "Two pictures. A toy car in water, then a girl who brings it."),
    ("tower", "anger", "happiness fear disgust neutral",
     "Mia built a tall tower. Her little brother kicks it down and laughs. How does Mia feel?",
     "He broke what she made. He thinks it is funny.",
     "A girl and a smaller boy from behind. Toy blocks lie on the floor between them."),
    ("scribble", "anger", "happiness fear disgust neutral",
     "Her brother scribbles on Zoe's picture. He does it again and again. How does Zoe feel?",
     "He spoils what she made. He does not stop.",
     "A girl and a boy from behind. A picture of a house is covered with black lines."),
    ("queue", "anger", "happiness disgust fear neutral",
     "Anna waits for the slide. A boy pushes her away and goes first. How does Anna feel?",
     "It was her turn. Pushing is not fair.",
     "Three children from behind at a slide. A boy pushes in front of a girl."),
    ("toy_taken", "anger", "happiness fear disgust neutral",
     "Leo plays with his car. A girl grabs it. She will not give it back. How does Leo feel?",
     "Someone takes what is his. That is not fair.",
     "A boy and a girl from behind pull at one toy car."),
    ("jack", "surprise", "sadness anger disgust neutral",
     "Tom opens a box. Something jumps out! He did not know it was in there. How does he feel?",
     "It comes all at once. He did not know it would happen.",
     "A boy from behind. A clown on a spring jumps out of a box."),
    ("chick", "surprise", "sadness anger disgust neutral",
     "Omar wants to cook an egg. A chick comes out of it! How does he feel?",
     "He thought it was just an egg.",
     "A boy from behind. On a plate sits a chick in an egg shell."),
    ("summer_snow", "surprise", "anger sadness disgust fear",
     "It is summer. Lily opens the curtain and sees snow! How does she feel?",
     "Snow in summer? Nobody thinks of that.",
     "A girl from behind at a window. It snows outside."),
    ("giraffe", "surprise", "sadness anger disgust neutral",
     "Finn opens the door. There is a giraffe in the garden! How does he feel?",
     "A giraffe at home? He did not think of that.",
     "A boy from behind at an open door. A giraffe stands outside."),
    ("spider", "fear", "happiness sadness anger neutral",
     "Rosa plays in the garden. A big spider drops down near her. How does she feel?",
     "She steps back and throws her arms up. She wants to get away.",
     "A girl from behind leans back. A big spider hangs from a tree before her."),
    ("thunder", "fear", "happiness anger disgust neutral",
     "It is night. There is thunder and lightning. Jun hides in bed. How does he feel?",
     "He hides, because the noise is so loud.",
     "A child under a blanket. Lightning is in the window."),
    ("ladder", "fear", "happiness anger disgust neutral",
     "Kofi climbed up very high. He looks down and holds on tight. How does he feel?",
     "It is a long way down. He does not want to fall.",
     "A boy from behind high up on a ladder. The trees below him are small."),
    ("big_dog", "fear", "happiness sadness disgust neutral",
     "A big dog runs at Paul and barks. How does Paul feel?",
     "He leans back. He wants the dog to stay away.",
     "A boy from behind leans back. A big dark dog stands before him."),
    ("lost", "fear", "happiness anger disgust neutral",
     "The shop is so big. Sara cannot find her mum. How does she feel?",
     "She is all alone. She knows no one here.",
     "A girl from behind in a shop, between strangers."),
    ("worm", "disgust", "happiness sadness anger neutral",
     "Luis took a bite of the apple. Then he sees a worm in it. How does he feel?",
     "Yuck! There is a worm in his food.",
     "A boy from behind. An apple with a bite and a worm."),
    ("moldy", "disgust", "happiness sadness fear neutral",
     "The bread is old and green. It smells bad. Amy looks at it. How does she feel?",
     "Nobody wants to eat this. It smells bad.",
     "A child from behind. On a table lies green bread with flies."),
    ("bin", "disgust", "happiness sadness fear neutral",
     "The bin is full and smells very bad. Eva holds her nose. How does she feel?",
     "She holds her nose because of the smell.",
     "A girl from behind with her hands at her face. A full bin with flies."),
    ("reading", "neutral", "fear anger disgust surprise",
     "Mei sits and reads her book. It is quiet. How does she feel?",
     "Nothing special happens. She sits and reads.",
     "A girl from behind sits on the floor with a book."),
    ("bus", "neutral", "fear anger disgust surprise",
     "Jan waits for the bus, like every day. How does he feel?",
     "It is a day like every day. He just waits.",
     "A boy from behind with a school bag at a bus stop."),
]

# Questions with sentences as answers: scene, emotion, answers (the right one first), prompt, tip, description.
REASONS = [
    ("milk", "sadness",
     [("spilled", "The milk fell over."), ("bear", "His bear is broken."), ("rain", "It rains."),
      ("friend", "His friend goes away."), ("toy", "His toy car is lost.")],
     "Ali is sad. What happened?", "Look at the table. What is white and wet?",
     "A boy from behind at a table. A glass lies on its side."),
    ("fly_soup", "disgust",
     [("fly", "There is a fly in the soup."), ("hot", "The soup is hot."),
      ("empty", "The plate is empty."), ("present", "He gets a present."),
      ("dark", "It is dark.")],
     "Adam does not want his soup. Why?", "Look into the soup. Something is in it.",
     "A boy from behind at a table with a bowl of soup."),
]


def questions():
    count, result = {}, []

    def add(scene, emotion, answers, right, prompt, tip, description):
        count[emotion] = count.get(emotion, 0) + 1
        id = f"l5-{emotion}-{count[emotion]:02}"
        drawn = "clipart(" in _source(scene)
        result.append(Question(
            id=id, level=5, emotion=emotion, form="situation", person=f"scene-{scene}",
            picture=f"pictures/{id}.webp", answers=answers, right=right, prompt=prompt, tip=tip,
            description=description, origin=CLIPART + ", composed here" if drawn else MADE,
            maker="situations.py"))

    for scene, emotion, others, prompt, tip, description in FEELINGS:
        answers = [{"id": e, "emotion": e} for e in [emotion, *others.split()]]
        add(scene, emotion, answers, emotion, prompt, tip, description)
    for scene, emotion, words, prompt, tip, description in REASONS:
        add(scene, emotion, [{"id": i, "text": t} for i, t in words], words[0][0], prompt, tip,
            description)
    return result


def _source(scene):
    """The lines of a scene in scenes.py, which name the objects that it shows."""
    text = Path(scenes.__file__).read_text(encoding="utf-8")
    start = text.index(f'    "{scene}": lambda')
    end = text.find('\n    "', start + 5)
    return text[start:end if end > 0 else None]


def main():
    for q in questions():
        file = CONTENT / q.picture
        if file.exists() and "--all" not in sys.argv:
            continue
        file.parent.mkdir(parents=True, exist_ok=True)
        raster(scenes.svg(q.person.removeprefix("scene-"))).save(file, "WEBP", quality=80, method=6)


if __name__ == "__main__":
    main()
