-- modify "firms" table
ALTER TABLE "firms" ADD COLUMN "postal_address" character varying NOT NULL DEFAULT '';
-- modify "messages" table
ALTER TABLE "messages" ADD COLUMN "template_id" uuid NULL;
-- modify "outgoing_messages" table
ALTER TABLE "outgoing_messages" ADD COLUMN "template_id" uuid NULL;
-- create "templates" table
CREATE TABLE "templates" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "name" character varying NOT NULL COLLATE "C",
  "language" character varying NOT NULL COLLATE "C",
  "kind" character varying NOT NULL,
  "channel_id" uuid NULL,
  "category" character varying NOT NULL,
  "content" jsonb NOT NULL,
  "version" bigint NOT NULL,
  "status" character varying NOT NULL,
  "status_reason" character varying NOT NULL DEFAULT '',
  "provider_id" character varying NOT NULL DEFAULT '',
  "approved" jsonb NULL,
  "approved_version" bigint NULL,
  "approved_status" character varying NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "templates_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "template_firm_id_name_language_kind" to table: "templates"
CREATE UNIQUE INDEX "template_firm_id_name_language_kind" ON "templates" ("firm_id", "name", "language", "kind") WHERE channel_id IS NULL;
-- create index "template_firm_id_channel_id_name_language" to table: "templates"
CREATE UNIQUE INDEX "template_firm_id_channel_id_name_language" ON "templates" ("firm_id", "channel_id", "name", "language") WHERE channel_id IS NOT NULL;

-- No composite foreign key keeps these rows in their firm.
CREATE TRIGGER x_templates_firm_id BEFORE UPDATE OF firm_id ON templates FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();
