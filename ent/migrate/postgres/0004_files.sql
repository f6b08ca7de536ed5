-- create "blob_cleanups" table
CREATE TABLE "blob_cleanups" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "blob_key" character varying NOT NULL,
  "due_at" timestamptz NOT NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "blob_cleanups_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "blobcleanup_due_at" to table: "blob_cleanups"
CREATE INDEX "blobcleanup_due_at" ON "blob_cleanups" ("due_at");
-- create "file_usages" table
CREATE TABLE "file_usages" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "bytes" bigint NOT NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "file_usages_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "fileusage_firm_id" to table: "file_usages"
CREATE UNIQUE INDEX "fileusage_firm_id" ON "file_usages" ("firm_id");
-- create "files" table
CREATE TABLE "files" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "name" character varying NOT NULL,
  "content_type" character varying NOT NULL,
  "size" bigint NOT NULL,
  "blob_key" character varying NOT NULL,
  "public_token" character varying NULL,
  "uploader_kind" character varying NOT NULL,
  "uploader_id" uuid NOT NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "files_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "file_firm_id_created_at_id" to table: "files"
CREATE INDEX "file_firm_id_created_at_id" ON "files" ("firm_id", "created_at", "id");
-- create index "file_firm_id_uploader_id_created_at_id" to table: "files"
CREATE INDEX "file_firm_id_uploader_id_created_at_id" ON "files" ("firm_id", "uploader_id", "created_at", "id");
-- create index "file_created_at" to table: "files"
CREATE INDEX "file_created_at" ON "files" ("created_at") WHERE public_token IS NULL;

-- No composite foreign key keeps these rows in their firm.
CREATE FUNCTION x_stay_in_firm() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'FOREIGN KEY constraint failed: % stay in their firm', TG_TABLE_NAME USING ERRCODE = 'foreign_key_violation';
END $$;
CREATE TRIGGER x_blob_cleanups_firm_id BEFORE UPDATE OF firm_id ON blob_cleanups FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();
CREATE TRIGGER x_file_usages_firm_id BEFORE UPDATE OF firm_id ON file_usages FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();
CREATE TRIGGER x_files_firm_id BEFORE UPDATE OF firm_id ON files FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();
