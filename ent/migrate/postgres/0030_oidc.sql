-- create "oidc_links" table
CREATE TABLE "oidc_links" (
  "id" uuid NOT NULL,
  "issuer" character varying NOT NULL,
  "subject" character varying NOT NULL,
  "user_id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  PRIMARY KEY ("id")
);
-- create index "oidclink_issuer_subject" to table: "oidc_links"
CREATE UNIQUE INDEX "oidclink_issuer_subject" ON "oidc_links" ("issuer", "subject");
-- create index "oidclink_user_id" to table: "oidc_links"
CREATE INDEX "oidclink_user_id" ON "oidc_links" ("user_id");
-- create "oidc_logins" table
CREATE TABLE "oidc_logins" (
  "id" uuid NOT NULL,
  "provider" character varying NOT NULL,
  "hash" bytea NOT NULL,
  "browser" bytea NOT NULL,
  "user_id" uuid NULL,
  "has_factor" boolean NOT NULL DEFAULT false,
  "expires_at" timestamptz NOT NULL,
  PRIMARY KEY ("id")
);
-- create index "oidc_logins_hash_key" to table: "oidc_logins"
CREATE UNIQUE INDEX "oidc_logins_hash_key" ON "oidc_logins" ("hash");
-- create index "oidclogin_expires_at" to table: "oidc_logins"
CREATE INDEX "oidclogin_expires_at" ON "oidc_logins" ("expires_at");
