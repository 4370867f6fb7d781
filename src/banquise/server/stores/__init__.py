"""Where logs are kept: what every store promises, SQLite, PostgreSQL."""
