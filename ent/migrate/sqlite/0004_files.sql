-- create "blob_cleanups" table
CREATE TABLE `blob_cleanups` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `blob_key` text NOT NULL,
  `due_at` datetime NOT NULL,
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `blob_cleanups_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create index "blobcleanup_due_at" to table: "blob_cleanups"
CREATE INDEX `blobcleanup_due_at` ON `blob_cleanups` (`due_at`);
-- create "files" table
CREATE TABLE `files` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `name` text NOT NULL,
  `content_type` text NOT NULL,
  `size` integer NOT NULL,
  `blob_key` text NOT NULL,
  `public_token` text NULL,
  `uploader_kind` text NOT NULL,
  `uploader_id` uuid NOT NULL,
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `files_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create index "file_firm_id_created_at_id" to table: "files"
CREATE INDEX `file_firm_id_created_at_id` ON `files` (`firm_id`, `created_at`, `id`);
-- create index "file_firm_id_uploader_id_created_at_id" to table: "files"
CREATE INDEX `file_firm_id_uploader_id_created_at_id` ON `files` (`firm_id`, `uploader_id`, `created_at`, `id`);
-- create index "file_created_at" to table: "files"
CREATE INDEX `file_created_at` ON `files` (`created_at`) WHERE public_token IS NULL;
-- create "file_usages" table
CREATE TABLE `file_usages` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `bytes` integer NOT NULL,
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `file_usages_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create index "fileusage_firm_id" to table: "file_usages"
CREATE UNIQUE INDEX `fileusage_firm_id` ON `file_usages` (`firm_id`);
CREATE TRIGGER `x_blob_cleanups_firm_id` BEFORE UPDATE OF `firm_id` ON `blob_cleanups`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: blob_cleanups stay in their firm'); END;
CREATE TRIGGER `x_files_firm_id` BEFORE UPDATE OF `firm_id` ON `files`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: files stay in their firm'); END;
CREATE TRIGGER `x_file_usages_firm_id` BEFORE UPDATE OF `firm_id` ON `file_usages`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: file_usages stay in their firm'); END;
