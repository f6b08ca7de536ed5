-- create "consent_entries" table
CREATE TABLE "consent_entries" (
  "id" uuid NOT NULL,
  "number" bigint NOT NULL,
  "address" character varying NOT NULL,
  "address_key" character varying NOT NULL COLLATE "C",
  "kind" character varying NOT NULL,
  "state" character varying NOT NULL,
  "source" character varying NOT NULL,
  "evidence" character varying NOT NULL DEFAULT '',
  "at" timestamptz NOT NULL,
  "actor_kind" character varying NOT NULL,
  "actor_id" uuid NULL,
  "actor_name" character varying NOT NULL,
  "hash" bytea NOT NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "consent_entries_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "consententry_firm_id_number" to table: "consent_entries"
CREATE UNIQUE INDEX "consententry_firm_id_number" ON "consent_entries" ("firm_id", "number");
-- create index "consententry_firm_id_address_key_number" to table: "consent_entries"
CREATE INDEX "consententry_firm_id_address_key_number" ON "consent_entries" ("firm_id", "address_key", "number");
-- create "consents" table
CREATE TABLE "consents" (
  "id" uuid NOT NULL,
  "address_key" character varying NOT NULL COLLATE "C",
  "state" character varying NOT NULL,
  "number" bigint NOT NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "consents_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "consent_firm_id_address_key" to table: "consents"
CREATE UNIQUE INDEX "consent_firm_id_address_key" ON "consents" ("firm_id", "address_key");
-- create index "consent_firm_id_number" to table: "consents"
CREATE INDEX "consent_firm_id_number" ON "consents" ("firm_id", "number");
-- create index "consent_firm_id_state_number" to table: "consents"
CREATE INDEX "consent_firm_id_state_number" ON "consents" ("firm_id", "state", "number");

-- Entries are neither changed nor deleted. Where the table is distributed, the second trigger is dropped.
CREATE TRIGGER x_append_only BEFORE UPDATE OR DELETE ON consent_entries
  FOR EACH ROW EXECUTE FUNCTION x_append_only();
CREATE TRIGGER x_append_only_truncate BEFORE TRUNCATE ON consent_entries
  FOR EACH STATEMENT EXECUTE FUNCTION x_append_only();

-- No composite foreign key keeps these rows in their firm.
CREATE TRIGGER x_consents_firm_id BEFORE UPDATE OF firm_id ON consents FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();
