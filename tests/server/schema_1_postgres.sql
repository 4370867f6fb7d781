-- An empty PostgreSQL store of schema 1, as the servers before the club made it; schema_1.sql has rows for it.
CREATE TABLE tables (
  id text COLLATE "C" PRIMARY KEY,
  game text NOT NULL,
  public boolean NOT NULL,
  header bytea NOT NULL,
  created bigint NOT NULL,
  head integer NOT NULL,
  updated bigint NOT NULL,
  status text NOT NULL,
  deadline bigint,
  bots_due boolean NOT NULL,
  summary bytea NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX tables_listed ON tables (public, status, created DESC, id DESC);
CREATE INDEX tables_listed_by_game ON tables (public, status, game, created DESC, id DESC);
CREATE INDEX tables_deadline ON tables (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX tables_bots_due ON tables (updated) WHERE bots_due;
CREATE TABLE log (
  "table" text COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
  seq integer NOT NULL,
  at bigint NOT NULL,
  command text,
  body bytea NOT NULL,
  PRIMARY KEY ("table", seq)
);
CREATE UNIQUE INDEX log_command ON log ("table", command) WHERE command IS NOT NULL;
CREATE TABLE facts (name text PRIMARY KEY, value bigint NOT NULL);
CREATE TABLE downtime (since bigint PRIMARY KEY, until bigint NOT NULL);
CREATE TABLE schema_version (version integer NOT NULL);
INSERT INTO schema_version VALUES (1);
