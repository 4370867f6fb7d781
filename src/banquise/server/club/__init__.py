"""The club: players with cards, and what lasts of them from one evening to the next.

- ``protocol``: what is said over HTTP about players
- ``players``: cards made, changed, moved to other devices, revoked, deleted; a player's matches; all that is kept
- ``forgetting``: a person taken out of the logs of matches that others played too

What of it is stored lies in ``stores/club*.py``. Whoever has no card plays as if there were none.
"""
