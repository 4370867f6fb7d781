"""The line of keys at the foot of a screen, in the language of the screen; each can be pressed with the mouse."""

from __future__ import annotations

from textual.binding import Binding
from textual.content import Content
from textual.style import Style
from textual.widgets import Static

from banquise.terminal.fullscreen.look import word


class Keys(Static):
    """What the keys of this screen do. Unlike Textual's own footer it is made once, not at every change of focus. A
    screen may leave out what is of no use now (``is_of_use``)."""

    def __init__(self, language: str):
        super().__init__(id="keys")
        self.language = language

    def on_mount(self) -> None:
        """Write the line."""
        self.tell(self.language)

    def tell(self, language: str) -> None:
        """In another language from now on."""
        self.language = language
        is_of_use = getattr(self.screen, "is_of_use", lambda action: True)
        shown = [(binding, "screen") for binding in self.screen.BINDINGS]
        shown += [(binding, "app") for binding in self.app.BINDINGS]
        parts = []
        for binding, owner in shown:
            if isinstance(binding, Binding) and binding.show and is_of_use(binding.action):
                action = binding.action if binding.action.startswith("app.") else f"{owner}.{binding.action}"
                label = word(f"key.{binding.description}", language)
                key = binding.key_display or binding.key.partition(",")[0]
                words = Content.assemble((key, "bold"), " ", label)
                parts.append(words.stylize(Style.from_meta({"@click": action})))
        self.update(Content("  ").join(parts))
