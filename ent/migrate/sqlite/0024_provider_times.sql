-- add column "said_at" to table: "consents"
ALTER TABLE `consents` ADD COLUMN `said_at` datetime NULL;
-- add column "decided_at" to table: "templates"
ALTER TABLE `templates` ADD COLUMN `decided_at` datetime NULL;
