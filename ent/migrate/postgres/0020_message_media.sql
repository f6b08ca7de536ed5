-- modify "messages" table
ALTER TABLE "messages" ADD COLUMN "media_id" uuid NULL;
-- create "message_media" table
CREATE TABLE "message_media" (
  "id" uuid NOT NULL,
  "file_id" uuid NULL,
  "origin" jsonb NULL,
  "content_type" character varying NOT NULL,
  "name" character varying NOT NULL,
  "size" bigint NOT NULL DEFAULT 0,
  "status" character varying NOT NULL,
  "blob_key" character varying NOT NULL DEFAULT '',
  "attempts" bigint NOT NULL DEFAULT 0,
  "due_at" timestamptz NULL,
  "used_at" timestamptz NOT NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "message_media_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "messagemedia_firm_id_file_id" to table: "message_media"
CREATE UNIQUE INDEX "messagemedia_firm_id_file_id" ON "message_media" ("firm_id", "file_id");
-- create index "messagemedia_due_at" to table: "message_media"
CREATE INDEX "messagemedia_due_at" ON "message_media" ("due_at") WHERE due_at IS NOT NULL;
-- create index "messagemedia_used_at" to table: "message_media"
CREATE INDEX "messagemedia_used_at" ON "message_media" ("used_at");

-- No composite foreign key keeps these rows in their firm.
CREATE TRIGGER x_message_media_firm_id BEFORE UPDATE OF firm_id ON message_media FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();
