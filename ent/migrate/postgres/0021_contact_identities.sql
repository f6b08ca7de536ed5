-- create index "conversation_firm_id_contact_id" to table: "conversations"
CREATE INDEX "conversation_firm_id_contact_id" ON "conversations" ("firm_id", "contact_id");
-- create "contact_identities" table
CREATE TABLE "contact_identities" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "kind" character varying NOT NULL,
  "value" character varying NOT NULL COLLATE "C",
  "phone_key" character varying NOT NULL DEFAULT '' COLLATE "C",
  "firm_id" uuid NOT NULL,
  "contact_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "contact_identities_contacts_contact" FOREIGN KEY ("firm_id", "contact_id") REFERENCES "contacts" ("firm_id", "id") ON DELETE NO ACTION
);
-- create index "contactidentity_firm_id_kind_value" to table: "contact_identities"
CREATE UNIQUE INDEX "contactidentity_firm_id_kind_value" ON "contact_identities" ("firm_id", "kind", "value");
-- create index "contactidentity_firm_id_contact_id" to table: "contact_identities"
CREATE INDEX "contactidentity_firm_id_contact_id" ON "contact_identities" ("firm_id", "contact_id");
-- create index "contactidentity_firm_id_phone_key" to table: "contact_identities"
CREATE INDEX "contactidentity_firm_id_phone_key" ON "contact_identities" ("firm_id", "phone_key");
