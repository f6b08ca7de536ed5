-- add column "quiet_hours" to table: "firms"
ALTER TABLE `firms` ADD COLUMN `quiet_hours` json NULL;
-- create "new_messages" table
CREATE TABLE `new_messages` (
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
  `channel_id` uuid NULL,
  `address` text NULL,
  `address_kind` text NULL,
  `subject` text NULL,
  `reference` text NULL,
  `conversation_id` uuid NULL,
  `template_id` uuid NULL,
  `campaign_id` uuid NULL,
  `price` integer NULL,
  `charge` text NULL,
  `segments` integer NULL,
  `attempts` integer NULL,
  `sent_at` datetime NULL,
  `not_before` datetime NULL,
  `expires_at` datetime NULL,
  `provider_code` text NULL,
  `events` json NULL,
  `firm_id` uuid NOT NULL,
  `contact_id` uuid NULL,
  PRIMARY KEY (`firm_id`, `occurred_at`, `id`),
  CONSTRAINT `messages_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `messages_contacts_contact` FOREIGN KEY (`firm_id`, `contact_id`) REFERENCES `contacts` (`firm_id`, `id`) ON DELETE NO ACTION
);
-- copy rows from old table "messages" to new temporary table "new_messages"
INSERT INTO `new_messages` (`id`, `created_at`, `updated_at`, `occurred_at`, `provider_message_id`, `direction`, `phone`, `person_key`, `template_name`, `campaign`, `category`, `body`, `status`, `delivered_at`, `read_at`, `failed_at`, `error_code`, `error_text`, `channel_id`, `address`, `address_kind`, `subject`, `reference`, `conversation_id`, `template_id`, `price`, `charge`, `segments`, `attempts`, `sent_at`, `not_before`, `expires_at`, `provider_code`, `events`, `firm_id`, `contact_id`) SELECT `id`, `created_at`, `updated_at`, `occurred_at`, `provider_message_id`, `direction`, `phone`, `person_key`, `template_name`, `campaign`, `category`, `body`, `status`, `delivered_at`, `read_at`, `failed_at`, `error_code`, `error_text`, `channel_id`, `address`, `address_kind`, `subject`, `reference`, `conversation_id`, `template_id`, `price`, `charge`, `segments`, `attempts`, `sent_at`, `not_before`, `expires_at`, `provider_code`, `events`, `firm_id`, `contact_id` FROM `messages`;
-- drop "messages" table after copying rows
DROP TABLE `messages`;
-- rename temporary table "new_messages" to "messages"
ALTER TABLE `new_messages` RENAME TO `messages`;
-- create index "message_firm_id_contact_id_occurred_at" to table: "messages"
CREATE INDEX `message_firm_id_contact_id_occurred_at` ON `messages` (`firm_id`, `contact_id`, `occurred_at`);
-- create index "message_firm_id_person_key_occurred_at" to table: "messages"
CREATE INDEX `message_firm_id_person_key_occurred_at` ON `messages` (`firm_id`, `person_key`, `occurred_at`);
-- create index "message_firm_id_conversation_id_occurred_at" to table: "messages"
CREATE INDEX `message_firm_id_conversation_id_occurred_at` ON `messages` (`firm_id`, `conversation_id`, `occurred_at`) WHERE conversation_id IS NOT NULL;
-- create index "message_firm_id_campaign_id_occurred_at" to table: "messages"
CREATE INDEX `message_firm_id_campaign_id_occurred_at` ON `messages` (`firm_id`, `campaign_id`, `occurred_at`) WHERE campaign_id IS NOT NULL;
-- create "new_outgoing_messages" table
CREATE TABLE `new_outgoing_messages` (
  `id` uuid NOT NULL,
  `occurred_at` datetime NOT NULL,
  `channel_id` uuid NOT NULL,
  `class` integer NOT NULL,
  `state` text NOT NULL,
  `due_at` datetime NULL,
  `check_at` datetime NULL,
  `expires_at` datetime NOT NULL,
  `attempts` integer NOT NULL DEFAULT (0),
  `price` integer NOT NULL,
  `charge_on` text NOT NULL,
  `resend` bool NOT NULL,
  `actor_kind` text NOT NULL,
  `actor_id` uuid NULL,
  `actor_name` text NOT NULL,
  `template_id` uuid NULL,
  `campaign_id` uuid NULL,
  `content` json NOT NULL,
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `outgoing_messages_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- copy rows from old table "outgoing_messages" to new temporary table "new_outgoing_messages"
INSERT INTO `new_outgoing_messages` (`id`, `occurred_at`, `channel_id`, `class`, `state`, `due_at`, `check_at`, `expires_at`, `attempts`, `price`, `charge_on`, `resend`, `actor_kind`, `actor_id`, `actor_name`, `template_id`, `content`, `firm_id`) SELECT `id`, `occurred_at`, `channel_id`, `class`, `state`, `due_at`, `check_at`, `expires_at`, `attempts`, `price`, `charge_on`, `resend`, `actor_kind`, `actor_id`, `actor_name`, `template_id`, `content`, `firm_id` FROM `outgoing_messages`;
-- drop "outgoing_messages" table after copying rows
DROP TABLE `outgoing_messages`;
-- rename temporary table "new_outgoing_messages" to "outgoing_messages"
ALTER TABLE `new_outgoing_messages` RENAME TO `outgoing_messages`;
-- create index "outgoingmessage_firm_id_channel_id_class_due_at_id" to table: "outgoing_messages"
CREATE INDEX `outgoingmessage_firm_id_channel_id_class_due_at_id` ON `outgoing_messages` (`firm_id`, `channel_id`, `class`, `due_at`, `id`);
-- create index "outgoingmessage_check_at" to table: "outgoing_messages"
CREATE INDEX `outgoingmessage_check_at` ON `outgoing_messages` (`check_at`);
-- create index "outgoingmessage_firm_id_campaign_id_id" to table: "outgoing_messages"
CREATE INDEX `outgoingmessage_firm_id_campaign_id_id` ON `outgoing_messages` (`firm_id`, `campaign_id`, `id`) WHERE campaign_id IS NOT NULL;
-- create "campaigns" table
CREATE TABLE `campaigns` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `name` text NOT NULL,
  `channel_id` uuid NOT NULL,
  `template_id` uuid NOT NULL,
  `audience` json NOT NULL,
  `parameters` json NOT NULL,
  `scheduled_at` datetime NULL,
  `time_zone` text NOT NULL,
  `quiet_hours` json NULL,
  `messages_per_second` integer NULL,
  `status` text NOT NULL,
  `pause_reason` text NOT NULL DEFAULT (''),
  `taken_at` datetime NULL,
  `prepared` bool NOT NULL DEFAULT (false),
  `checkpoint` json NULL,
  `frozen` json NULL,
  `rates` json NULL,
  `run_at` datetime NULL,
  `paced_until` datetime NULL,
  `started_at` datetime NULL,
  `finished_at` datetime NULL,
  `actor_kind` text NOT NULL,
  `actor_id` uuid NULL,
  `actor_name` text NOT NULL,
  `needed` integer NOT NULL DEFAULT (0),
  `reserved` integer NOT NULL DEFAULT (0),
  `held` integer NOT NULL DEFAULT (0),
  `spent` integer NOT NULL DEFAULT (0),
  `waiting` integer NOT NULL DEFAULT (0),
  `recipients` integer NOT NULL DEFAULT (0),
  `skipped` integer NOT NULL DEFAULT (0),
  `queued` integer NOT NULL DEFAULT (0),
  `sent` integer NOT NULL DEFAULT (0),
  `delivered` integer NOT NULL DEFAULT (0),
  `read` integer NOT NULL DEFAULT (0),
  `failed` integer NOT NULL DEFAULT (0),
  `unknown` integer NOT NULL DEFAULT (0),
  `cancelled` integer NOT NULL DEFAULT (0),
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `campaigns_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create index "campaign_firm_id_created_at_id" to table: "campaigns"
CREATE INDEX `campaign_firm_id_created_at_id` ON `campaigns` (`firm_id`, `created_at`, `id`);
-- create index "campaign_run_at" to table: "campaigns"
CREATE INDEX `campaign_run_at` ON `campaigns` (`run_at`);
-- create "campaign_recipients" table
CREATE TABLE `campaign_recipients` (
  `id` uuid NOT NULL,
  `campaign_id` uuid NOT NULL,
  `contact_id` uuid NOT NULL,
  `address` text NOT NULL DEFAULT (''),
  `address_kind` text NULL,
  `address_key` text NOT NULL DEFAULT (''),
  `parameters` json NOT NULL,
  `state` text NOT NULL,
  `skip_reason` text NOT NULL DEFAULT (''),
  `price` integer NOT NULL DEFAULT (0),
  `due_at` datetime NULL,
  `message_id` uuid NULL,
  `message_at` datetime NULL,
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `campaign_recipients_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create index "campaignrecipient_firm_id_campaign_id_id" to table: "campaign_recipients"
CREATE INDEX `campaignrecipient_firm_id_campaign_id_id` ON `campaign_recipients` (`firm_id`, `campaign_id`, `id`);
-- create index "campaignrecipient_firm_id_campaign_id_address_key" to table: "campaign_recipients"
CREATE UNIQUE INDEX `campaignrecipient_firm_id_campaign_id_address_key` ON `campaign_recipients` (`firm_id`, `campaign_id`, `address_key`) WHERE state <> 'Skipped';
-- create index "campaignrecipient_firm_id_campaign_id_due_at_id" to table: "campaign_recipients"
CREATE INDEX `campaignrecipient_firm_id_campaign_id_due_at_id` ON `campaign_recipients` (`firm_id`, `campaign_id`, `due_at`, `id`) WHERE state = 'Waiting';
-- again, as the table was rebuilt
CREATE TRIGGER `x_messages_firm_id` BEFORE UPDATE OF `firm_id` ON `messages`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: messages stay in their firm'); END;
-- again, as the table was rebuilt
CREATE TRIGGER `x_outgoing_messages_firm_id` BEFORE UPDATE OF `firm_id` ON `outgoing_messages`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: outgoing_messages stay in their firm'); END;

-- No composite foreign key keeps these rows in their firm.
CREATE TRIGGER `x_campaigns_firm_id` BEFORE UPDATE OF `firm_id` ON `campaigns`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: campaigns stay in their firm'); END;
CREATE TRIGGER `x_campaign_recipients_firm_id` BEFORE UPDATE OF `firm_id` ON `campaign_recipients`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: campaign_recipients stay in their firm'); END;
