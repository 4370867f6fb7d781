"""What ``banquise bench`` measures: random play, the search, and the environments, each beside its peers in one run."""
