"""The club: players with cards, and what lasts of them from one evening to the next.

- ``protocol``: what is said over HTTP about players
- ``players``: cards made, changed, moved to other devices, revoked, deleted; a player's matches; all that is kept
- ``rating``: how strong a player is, on a scale that the measured bots anchor
- ``standings``: everybody's strength with its interval, and the places that it allows
- ``feed``: a private Atom feed of whose turn it is
- ``alerts``: turns told to browsers and webhooks (``messages``, ``quiet`` hours, ``webpush``, the way ``outside``)
- ``pairing``: people who want the same are brought to one table
- ``meeting``, ``meeting_protocol``: who is here; invitations, blocks and mutes, reports to the operator
- ``evenings``: a group's evening, led from round to round; ``evening`` is one as a value, ``evening_rounds`` and
  ``matching`` say who meets whom, ``evening_standings`` how it stands, ``evening_protocol`` what is said over HTTP
- ``seating``: a table for people who are brought to it
- ``forgetting``: a person taken out of the logs of matches that others played too

What of it is stored lies in ``stores/club*.py``. Whoever has no card plays as if there were none.
"""
