-- Keys that stay the same when the key for secrets is replaced, sealed by it. Code that runs before any firm is known reads them.
CREATE TABLE x_keys (name text PRIMARY KEY NOT NULL, sealed blob NOT NULL);
