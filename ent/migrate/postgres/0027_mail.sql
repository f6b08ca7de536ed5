-- modify "users" table
ALTER TABLE "users" ADD COLUMN "email_verified_at" timestamptz NULL, ADD COLUMN "pending_email" character varying NOT NULL DEFAULT '', ADD COLUMN "language" character varying NOT NULL DEFAULT '';
-- create "known_devices" table
CREATE TABLE "known_devices" (
  "id" uuid NOT NULL,
  "user_id" uuid NOT NULL,
  "agent_hash" bytea NOT NULL,
  "last_seen_at" timestamptz NOT NULL,
  PRIMARY KEY ("id")
);
-- create index "knowndevice_user_id_agent_hash" to table: "known_devices"
CREATE UNIQUE INDEX "knowndevice_user_id_agent_hash" ON "known_devices" ("user_id", "agent_hash");
-- create index "knowndevice_last_seen_at" to table: "known_devices"
CREATE INDEX "knowndevice_last_seen_at" ON "known_devices" ("last_seen_at");
-- create "mail_tokens" table
CREATE TABLE "mail_tokens" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "user_id" uuid NOT NULL,
  "purpose" character varying NOT NULL,
  "email_key" character varying NOT NULL,
  "membership_id" uuid NULL,
  "hash" bytea NOT NULL,
  "expires_at" timestamptz NOT NULL,
  "used_at" timestamptz NULL,
  PRIMARY KEY ("id")
);
-- create index "mail_tokens_hash_key" to table: "mail_tokens"
CREATE UNIQUE INDEX "mail_tokens_hash_key" ON "mail_tokens" ("hash");
-- create index "mailtoken_email_key_purpose" to table: "mail_tokens"
CREATE INDEX "mailtoken_email_key_purpose" ON "mail_tokens" ("email_key", "purpose");
-- create index "mailtoken_expires_at" to table: "mail_tokens"
CREATE INDEX "mailtoken_expires_at" ON "mail_tokens" ("expires_at");
