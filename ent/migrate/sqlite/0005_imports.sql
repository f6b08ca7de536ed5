-- create "contact_imports" table
CREATE TABLE `contact_imports` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `file_id` uuid NOT NULL,
  `file_name` text NOT NULL,
  `file_size` integer NOT NULL,
  `queued_by_kind` text NOT NULL,
  `queued_by_id` uuid NOT NULL,
  `options` json NOT NULL,
  `dry_run` bool NOT NULL,
  `status` text NOT NULL DEFAULT ('Queued'),
  `error` text NOT NULL DEFAULT (''),
  `job_id` integer NOT NULL DEFAULT (0),
  `checkpoint` json NULL,
  `started_at` datetime NULL,
  `finished_at` datetime NULL,
  `preview` json NULL,
  `undo` text NOT NULL DEFAULT ('None'),
  `total_rows` integer NOT NULL DEFAULT (0),
  `processed_rows` integer NOT NULL DEFAULT (0),
  `created_count` integer NOT NULL DEFAULT (0),
  `updated_count` integer NOT NULL DEFAULT (0),
  `failed_count` integer NOT NULL DEFAULT (0),
  `unchanged_count` integer NOT NULL DEFAULT (0),
  `undone_count` integer NOT NULL DEFAULT (0),
  `skipped_count` integer NOT NULL DEFAULT (0),
  `skipped_cells` integer NOT NULL DEFAULT (0),
  `merged_count` integer NOT NULL DEFAULT (0),
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `contact_imports_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create index "contactimport_firm_id_created_at_id" to table: "contact_imports"
CREATE INDEX `contactimport_firm_id_created_at_id` ON `contact_imports` (`firm_id`, `created_at`, `id`);
-- create index "contactimport_finished_at" to table: "contact_imports"
CREATE INDEX `contactimport_finished_at` ON `contact_imports` (`finished_at`);
-- create "contact_import_changes" table
CREATE TABLE `contact_import_changes` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `before` json NULL,
  `left_at` datetime NOT NULL,
  `firm_id` uuid NOT NULL,
  `import_id` uuid NOT NULL,
  `contact_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `contact_import_changes_contact_imports_import` FOREIGN KEY (`firm_id`, `import_id`) REFERENCES `contact_imports` (`firm_id`, `id`) ON DELETE NO ACTION
);
-- create index "contactimportchange_firm_id_import_id_contact_id" to table: "contact_import_changes"
CREATE UNIQUE INDEX `contactimportchange_firm_id_import_id_contact_id` ON `contact_import_changes` (`firm_id`, `import_id`, `contact_id`);
-- create "contact_import_drafts" table
CREATE TABLE `contact_import_drafts` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `contact_id` uuid NOT NULL,
  `key` text NOT NULL,
  `contact` json NULL,
  `firm_id` uuid NOT NULL,
  `import_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `contact_import_drafts_contact_imports_import` FOREIGN KEY (`firm_id`, `import_id`) REFERENCES `contact_imports` (`firm_id`, `id`) ON DELETE NO ACTION
);
-- create index "contactimportdraft_firm_id_import_id_key_contact_id" to table: "contact_import_drafts"
CREATE INDEX `contactimportdraft_firm_id_import_id_key_contact_id` ON `contact_import_drafts` (`firm_id`, `import_id`, `key`, `contact_id`);
-- create "contact_import_rejects" table
CREATE TABLE `contact_import_rejects` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `row` integer NOT NULL,
  `position` integer NOT NULL,
  `column` text NOT NULL,
  `contact_id` uuid NULL,
  `error` text NOT NULL,
  `cells` json NOT NULL,
  `firm_id` uuid NOT NULL,
  `import_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `contact_import_rejects_contact_imports_import` FOREIGN KEY (`firm_id`, `import_id`) REFERENCES `contact_imports` (`firm_id`, `id`) ON DELETE NO ACTION
);
-- create index "contactimportreject_firm_id_import_id_row_position" to table: "contact_import_rejects"
CREATE UNIQUE INDEX `contactimportreject_firm_id_import_id_row_position` ON `contact_import_rejects` (`firm_id`, `import_id`, `row`, `position`);
CREATE TRIGGER `x_contact_counts_firm_id` BEFORE UPDATE OF `firm_id` ON `contact_counts`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: contact_counts stay in their firm'); END;
CREATE TRIGGER `x_contact_imports_firm_id` BEFORE UPDATE OF `firm_id` ON `contact_imports`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: contact_imports stay in their firm'); END;
