"""A player for tests, who reads the available answers and chooses one."""

import json
import pathlib

from waiting import until

CONTENT = pathlib.Path(__file__).resolve().parents[2] / "PET" / "Content"
RIGHT = {q["id"]: q["right"] for q in json.loads((CONTENT / "questions.json").read_text())["questions"]}


class Round:
    """A round on the screen, with the server's data about it."""

    def __init__(self, page, level=1):
        self.page = page
        self.round = None
        self.outcomes = []
        page.on("response", self.listen)
        page.goto(f"/play/{level}")
        self.wait()

    def listen(self, response):
        if "/api/rounds" not in response.url or response.status != 200:
            return
        body = response.json()
        if "outcome" in body:
            self.outcomes.append(body["outcome"])
            body = body["round"]
        self.round = body

    def wait(self):
        """Waits until a question can be answered, skipping a comparison before it."""
        self.page.wait_for_selector(
            "#contrast:not([hidden]), #skip:not([disabled])", timeout=60_000)
        if self.page.is_visible("#contrast"):
            self.page.click("#contrast-next")
        self.page.wait_for_selector("#answers [data-answer]:not([disabled])", timeout=60_000)
        self.page.wait_for_selector("#skip:not([disabled])", timeout=60_000)

    @property
    def question(self):
        return self.round["current"]["id"]

    @property
    def right(self):
        return RIGHT[self.question]

    @property
    def wrong(self):
        shown = [b.get_attribute("data-answer")
                 for b in self.page.query_selector_all("#answers [data-answer]:not([disabled])")]
        return [answer for answer in shown if answer != self.right]

    def button(self, answer):
        return self.page.locator(f'#answers [data-answer="{answer}"]')

    def choose(self, answer):
        self.press(lambda: self.button(answer).click())

    def skip(self):
        self.press(lambda: self.page.click("#skip"))

    def press(self, action):
        """Waits until the page accepts answers, acts, and waits until the result is known."""
        self.page.wait_for_selector("#skip:not([disabled])", timeout=60_000)
        known = len(self.outcomes)
        with self.page.expect_response(lambda r: r.url.endswith("/events"), timeout=60_000) as answer:
            action()
        if answer.value.ok:
            until(self.page, lambda: len(self.outcomes) > known)

    def next(self, before):
        """Waits for the next question."""
        self.page.wait_for_function(
            "before => location.pathname !== '/play/1' ? true :"
            " document.querySelector('#skip:not([disabled])') && document.getElementById('picture').src !== before",
            arg=before, timeout=10_000)

    def play_to_the_end(self):
        """Answers every question correctly; returns true when the levels are shown again."""
        for _ in range(40):
            self.choose(self.right)
            if self.round["finished"]:
                self.page.wait_for_url("**/levels*", timeout=60_000)
                return True
            self.wait()
        return False
