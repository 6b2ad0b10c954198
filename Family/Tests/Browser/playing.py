"""What a player does in a test: looks which answers there are, and chooses."""

import json
import pathlib

CONTENT = pathlib.Path(__file__).resolve().parents[2] / "PET" / "Content"
RIGHT = {q["id"]: q["right"] for q in json.loads((CONTENT / "questions.json").read_text())["questions"]}


class Round:
    """A round on the screen, with what the server said of it."""

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
        """Until a question is on and can be answered; a comparison before it is passed by."""
        self.page.wait_for_selector(
            "#contrast:not([hidden]), #skip:not([disabled])", timeout=15_000)
        if self.page.is_visible("#contrast"):
            self.page.click("#contrast-next")
        self.page.wait_for_selector("#answers [data-answer]:not([disabled])", timeout=15_000)
        self.page.wait_for_selector("#skip:not([disabled])", timeout=15_000)

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
        with self.page.expect_response(lambda r: r.url.endswith("/events")):
            self.button(answer).click()

    def skip(self):
        with self.page.expect_response(lambda r: r.url.endswith("/events")):
            self.page.click("#skip")

    def next(self, before):
        """Until the next question is on."""
        self.page.wait_for_function(
            "before => location.pathname !== '/play/1' ? true :"
            " document.querySelector('#skip:not([disabled])') && document.getElementById('picture').src !== before",
            arg=before, timeout=10_000)

    def play_to_the_end(self):
        """Answers each question right; true when the levels are on the screen again."""
        for _ in range(40):
            self.choose(self.right)
            if self.round["finished"]:
                self.page.wait_for_url("**/levels*", timeout=15_000)
                return True
            self.page.wait_for_timeout(300)
            self.page.wait_for_function(
                "() => document.querySelector('#skip:not([disabled])')", timeout=15_000)
        return False
