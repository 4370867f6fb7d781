"""What runs in a browser's workers: ``house`` in one, ``thinking`` in another. ``web/src/local`` starts both."""
