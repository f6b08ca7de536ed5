-- add column "postal_address" to table: "firms"
ALTER TABLE `firms` ADD COLUMN `postal_address` text NOT NULL DEFAULT ('');
-- add column "template_id" to table: "messages"
ALTER TABLE `messages` ADD COLUMN `template_id` uuid NULL;
-- add column "template_id" to table: "outgoing_messages"
ALTER TABLE `outgoing_messages` ADD COLUMN `template_id` uuid NULL;
-- create "templates" table
CREATE TABLE `templates` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `name` text NOT NULL,
  `language` text NOT NULL,
  `kind` text NOT NULL,
  `channel_id` uuid NULL,
  `category` text NOT NULL,
  `content` json NOT NULL,
  `version` integer NOT NULL,
  `status` text NOT NULL,
  `status_reason` text NOT NULL DEFAULT (''),
  `provider_id` text NOT NULL DEFAULT (''),
  `approved` json NULL,
  `approved_version` integer NULL,
  `approved_status` text NULL,
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `templates_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create index "template_firm_id_name_language_kind" to table: "templates"
CREATE UNIQUE INDEX `template_firm_id_name_language_kind` ON `templates` (`firm_id`, `name`, `language`, `kind`) WHERE channel_id IS NULL;
-- create index "template_firm_id_channel_id_name_language" to table: "templates"
CREATE UNIQUE INDEX `template_firm_id_channel_id_name_language` ON `templates` (`firm_id`, `channel_id`, `name`, `language`) WHERE channel_id IS NOT NULL;

-- No composite foreign key keeps these rows in their firm.
CREATE TRIGGER `x_templates_firm_id` BEFORE UPDATE OF `firm_id` ON `templates`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: templates stay in their firm'); END;
