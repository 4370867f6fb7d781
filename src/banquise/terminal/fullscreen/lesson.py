"""A lesson on the full screen: the same engine, the same words as in the browser and at the prompt."""

from __future__ import annotations

from rich.text import Text
from textual.binding import Binding
from textual.widgets import Static

from banquise.table.lesson import Attempt, Lesson
from banquise.terminal.fullscreen.look import word
from banquise.terminal.fullscreen.task import LAMP, TaskScreen
from banquise.terminal.learning import plain


class LessonScreen(TaskScreen):
    """One lesson, step by step."""

    BINDINGS = [Binding("n", "next", "next"), *TaskScreen.BINDINGS]

    def __init__(self, of: Lesson, language: str):
        super().__init__(of.game, language)
        self.of = of
        self.index = 0

    def on_mount(self) -> None:
        """The first step."""
        self._open(0)

    def _open(self, index: int) -> None:
        self.index = index
        step, words = self.of.step(index), self.of.words(self.language).step[self.of.step(index).name]
        self.is_done = not step.teach
        head = f"{index + 1}/{len(self.of.steps)}  {words.title}  ({', '.join(step.cites)})"
        told = Text.assemble((head, "bold"), f"\n{plain(words.see)}")
        if step.teach:
            told.append(f"\n{plain(words.do)}", LAMP)
        self.ask(told, "" if step.teach else word("lesson.next", self.language), self.of.opening(index), self.of.seat)

    def attempt(self, text: str) -> None:
        """What is taught is made, anything else gets the step's hint."""
        self._became(self.of.attempt(self.index, self.made, text), text)

    def _became(self, attempt: Attempt, text: str) -> None:
        words = self.of.words(self.language).step[self.of.step(self.index).name]
        if attempt.verdict == "untaught":
            self.reply(plain(words.hint))
            return
        self.made.append(text)
        self.is_done = attempt.verdict == "taught"
        self.draw(attempt.match, self.of.seat)
        told = [
            attempt.match.say(message, self.language)
            for event in attempt.match.events(self.of.seat, attempt.since)
            for message in event.said
        ]
        if self.is_done:
            told += [plain(words.done), word("lesson.next", self.language)]
        self.reply("\n".join(told))

    def action_show(self) -> None:
        """Have it made."""
        if not self.is_done:
            self._became(self.of.show(self.index, self.made), "")

    def action_next(self) -> None:
        """The next step; after the last one the lesson says goodbye."""
        if not self.is_done:
            self.reply(word("lesson.first_do", self.language))
        elif self.index + 1 < len(self.of.steps):
            self._open(self.index + 1)
        else:
            self.query_one("#told", Static).update(plain(self.of.words(self.language).farewell))
            self.reply("")
