-- modify "login_challenges" table
ALTER TABLE "login_challenges" ADD COLUMN "passkey" bytea NULL;
-- modify "totp_factors" table
ALTER TABLE "totp_factors" DROP COLUMN "tries", DROP COLUMN "tries_since";
-- create "factor_tries" table
CREATE TABLE "factor_tries" (
  "id" uuid NOT NULL,
  "user_id" uuid NOT NULL,
  "tries" bigint NOT NULL,
  "since" timestamptz NOT NULL,
  PRIMARY KEY ("id")
);
-- create index "factor_tries_user_id_key" to table: "factor_tries"
CREATE UNIQUE INDEX "factor_tries_user_id_key" ON "factor_tries" ("user_id");
-- create index "factortries_since" to table: "factor_tries"
CREATE INDEX "factortries_since" ON "factor_tries" ("since");
-- create "passkeys" table
CREATE TABLE "passkeys" (
  "id" uuid NOT NULL,
  "user_id" uuid NOT NULL,
  "name" character varying NOT NULL,
  "credential_id" bytea NOT NULL,
  "public_key" bytea NOT NULL,
  "sign_count" bigint NOT NULL,
  "flags" bigint NOT NULL,
  "transports" character varying NOT NULL DEFAULT '',
  "created_at" timestamptz NOT NULL,
  "last_used_at" timestamptz NULL,
  PRIMARY KEY ("id")
);
-- create index "passkeys_credential_id_key" to table: "passkeys"
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys" ("credential_id");
-- create index "passkey_user_id" to table: "passkeys"
CREATE INDEX "passkey_user_id" ON "passkeys" ("user_id");
-- create "passkey_challenges" table
CREATE TABLE "passkey_challenges" (
  "id" uuid NOT NULL,
  "hash" bytea NOT NULL,
  "session_id" uuid NULL,
  "expires_at" timestamptz NOT NULL,
  PRIMARY KEY ("id")
);
-- create index "passkey_challenges_hash_key" to table: "passkey_challenges"
CREATE UNIQUE INDEX "passkey_challenges_hash_key" ON "passkey_challenges" ("hash");
-- create index "passkey_challenges_session_id_key" to table: "passkey_challenges"
CREATE UNIQUE INDEX "passkey_challenges_session_id_key" ON "passkey_challenges" ("session_id");
-- create index "passkeychallenge_expires_at" to table: "passkey_challenges"
CREATE INDEX "passkeychallenge_expires_at" ON "passkey_challenges" ("expires_at");
