-- What a club keeps.

CREATE TABLE IF NOT EXISTS games (
    id     TEXT PRIMARY KEY, -- as results.Game has it, so that a game counts once, whoever tells of it
    home   TEXT NOT NULL,    -- the table at which it was played; '' if only its journal was imported
    result TEXT NOT NULL     -- results.Game as JSON
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS notebook (
    page INTEGER PRIMARY KEY CHECK (page = 1),
    text TEXT NOT NULL -- what the organiser has said, and names of tables, as JSON
) STRICT;
