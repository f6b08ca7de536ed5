-- create "contact_imports" table
CREATE TABLE "contact_imports" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "file_id" uuid NOT NULL,
  "file_name" character varying NOT NULL,
  "file_size" bigint NOT NULL,
  "queued_by_kind" character varying NOT NULL,
  "queued_by_id" uuid NOT NULL,
  "options" jsonb NOT NULL,
  "dry_run" boolean NOT NULL,
  "status" character varying NOT NULL DEFAULT 'Queued',
  "error" character varying NOT NULL DEFAULT '',
  "job_id" bigint NOT NULL DEFAULT 0,
  "checkpoint" jsonb NULL,
  "started_at" timestamptz NULL,
  "finished_at" timestamptz NULL,
  "preview" jsonb NULL,
  "undo" character varying NOT NULL DEFAULT 'None',
  "total_rows" bigint NOT NULL DEFAULT 0,
  "processed_rows" bigint NOT NULL DEFAULT 0,
  "created_count" bigint NOT NULL DEFAULT 0,
  "updated_count" bigint NOT NULL DEFAULT 0,
  "failed_count" bigint NOT NULL DEFAULT 0,
  "unchanged_count" bigint NOT NULL DEFAULT 0,
  "undone_count" bigint NOT NULL DEFAULT 0,
  "skipped_count" bigint NOT NULL DEFAULT 0,
  "skipped_cells" bigint NOT NULL DEFAULT 0,
  "merged_count" bigint NOT NULL DEFAULT 0,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "contact_imports_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "contactimport_firm_id_created_at_id" to table: "contact_imports"
CREATE INDEX "contactimport_firm_id_created_at_id" ON "contact_imports" ("firm_id", "created_at", "id");
-- create index "contactimport_finished_at" to table: "contact_imports"
CREATE INDEX "contactimport_finished_at" ON "contact_imports" ("finished_at");
-- create "contact_import_changes" table
CREATE TABLE "contact_import_changes" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "before" jsonb NULL,
  "left_at" timestamptz NOT NULL,
  "firm_id" uuid NOT NULL,
  "import_id" uuid NOT NULL,
  "contact_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "contact_import_changes_contact_imports_import" FOREIGN KEY ("firm_id", "import_id") REFERENCES "contact_imports" ("firm_id", "id") ON DELETE NO ACTION
);
-- create index "contactimportchange_firm_id_import_id_contact_id" to table: "contact_import_changes"
CREATE UNIQUE INDEX "contactimportchange_firm_id_import_id_contact_id" ON "contact_import_changes" ("firm_id", "import_id", "contact_id");
-- create "contact_import_drafts" table
CREATE TABLE "contact_import_drafts" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "contact_id" uuid NOT NULL,
  "key" character varying NOT NULL COLLATE "C",
  "contact" jsonb NULL,
  "firm_id" uuid NOT NULL,
  "import_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "contact_import_drafts_contact_imports_import" FOREIGN KEY ("firm_id", "import_id") REFERENCES "contact_imports" ("firm_id", "id") ON DELETE NO ACTION
);
-- create index "contactimportdraft_firm_id_import_id_key_contact_id" to table: "contact_import_drafts"
CREATE INDEX "contactimportdraft_firm_id_import_id_key_contact_id" ON "contact_import_drafts" ("firm_id", "import_id", "key", "contact_id");
-- create "contact_import_rejects" table
CREATE TABLE "contact_import_rejects" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "row" bigint NOT NULL,
  "position" bigint NOT NULL,
  "column" character varying NOT NULL,
  "contact_id" uuid NULL,
  "error" text NOT NULL,
  "cells" jsonb NOT NULL,
  "firm_id" uuid NOT NULL,
  "import_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "contact_import_rejects_contact_imports_import" FOREIGN KEY ("firm_id", "import_id") REFERENCES "contact_imports" ("firm_id", "id") ON DELETE NO ACTION
);
-- create index "contactimportreject_firm_id_import_id_row_position" to table: "contact_import_rejects"
CREATE UNIQUE INDEX "contactimportreject_firm_id_import_id_row_position" ON "contact_import_rejects" ("firm_id", "import_id", "row", "position");

-- No composite foreign key keeps these rows in their firm.
CREATE TRIGGER x_contact_counts_firm_id BEFORE UPDATE OF firm_id ON contact_counts FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();
CREATE TRIGGER x_contact_imports_firm_id BEFORE UPDATE OF firm_id ON contact_imports FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();
