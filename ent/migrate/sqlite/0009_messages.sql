-- create "message_clocks" table
CREATE TABLE `message_clocks` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `time_zone` text NOT NULL,
  `version` integer NOT NULL DEFAULT (1),
  `next_time_zone` text NOT NULL DEFAULT (''),
  `done_at` datetime NULL,
  `done_id` uuid NULL,
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `message_clocks_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create index "messageclock_firm_id" to table: "message_clocks"
CREATE UNIQUE INDEX `messageclock_firm_id` ON `message_clocks` (`firm_id`);
-- create "message_counts" table
CREATE TABLE `message_counts` (
  `id` uuid NOT NULL,
  `version` integer NOT NULL,
  `kind` text NOT NULL,
  `day` integer NOT NULL,
  `key` text NOT NULL,
  `sent` integer NOT NULL,
  `received` integer NOT NULL,
  `delivered` integer NOT NULL,
  `read` integer NOT NULL,
  `failed` integer NOT NULL,
  `phone` text NOT NULL DEFAULT (''),
  `last_at` datetime NOT NULL,
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `message_counts_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create index "messagecount_firm_id_version_kind_day_key" to table: "message_counts"
CREATE UNIQUE INDEX `messagecount_firm_id_version_kind_day_key` ON `message_counts` (`firm_id`, `version`, `kind`, `day`, `key`);
-- create "message_keys" table
CREATE TABLE `message_keys` (
  `id` uuid NOT NULL,
  `provider_message_id` text NOT NULL,
  `occurred_at` datetime NOT NULL,
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `message_keys_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create index "messagekey_firm_id_provider_message_id" to table: "message_keys"
CREATE UNIQUE INDEX `messagekey_firm_id_provider_message_id` ON `message_keys` (`firm_id`, `provider_message_id`);
-- create index "messagekey_occurred_at" to table: "message_keys"
CREATE INDEX `messagekey_occurred_at` ON `message_keys` (`occurred_at`);
-- create "messages" table
CREATE TABLE `messages` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `occurred_at` datetime NOT NULL,
  `provider_message_id` text NOT NULL,
  `direction` text NOT NULL,
  `phone` text NULL,
  `person_key` text NOT NULL,
  `template_name` text NULL,
  `campaign` text NULL,
  `category` text NOT NULL,
  `body` text NULL,
  `status` text NOT NULL,
  `delivered_at` datetime NULL,
  `read_at` datetime NULL,
  `failed_at` datetime NULL,
  `error_code` text NULL,
  `error_text` text NULL,
  `firm_id` uuid NOT NULL,
  `contact_id` uuid NULL,
  PRIMARY KEY (`firm_id`, `occurred_at`, `id`),
  CONSTRAINT `messages_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `messages_contacts_contact` FOREIGN KEY (`firm_id`, `contact_id`) REFERENCES `contacts` (`firm_id`, `id`) ON DELETE NO ACTION
);
-- create index "message_firm_id_contact_id_occurred_at" to table: "messages"
CREATE INDEX `message_firm_id_contact_id_occurred_at` ON `messages` (`firm_id`, `contact_id`, `occurred_at`);
-- create index "message_firm_id_person_key_occurred_at" to table: "messages"
CREATE INDEX `message_firm_id_person_key_occurred_at` ON `messages` (`firm_id`, `person_key`, `occurred_at`);

-- No composite foreign key keeps these rows in their firm.
CREATE TRIGGER `x_message_clocks_firm_id` BEFORE UPDATE OF `firm_id` ON `message_clocks`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: message_clocks stay in their firm'); END;
CREATE TRIGGER `x_message_counts_firm_id` BEFORE UPDATE OF `firm_id` ON `message_counts`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: message_counts stay in their firm'); END;
CREATE TRIGGER `x_message_keys_firm_id` BEFORE UPDATE OF `firm_id` ON `message_keys`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: message_keys stay in their firm'); END;
CREATE TRIGGER `x_messages_firm_id` BEFORE UPDATE OF `firm_id` ON `messages`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: messages stay in their firm'); END;
