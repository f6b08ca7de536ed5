-- Columns that are added need no copy of the table.
ALTER TABLE `message_keys` ADD COLUMN `reference` text NULL;
ALTER TABLE `message_keys` ADD COLUMN `request` blob NULL;
-- create index "messagekey_firm_id_reference" to table: "message_keys"
CREATE UNIQUE INDEX `messagekey_firm_id_reference` ON `message_keys` (`firm_id`, `reference`);
-- add column "channel_id" to table: "messages"
ALTER TABLE `messages` ADD COLUMN `channel_id` uuid NULL;
-- add column "address" to table: "messages"
ALTER TABLE `messages` ADD COLUMN `address` text NULL;
-- add column "address_kind" to table: "messages"
ALTER TABLE `messages` ADD COLUMN `address_kind` text NULL;
-- add column "subject" to table: "messages"
ALTER TABLE `messages` ADD COLUMN `subject` text NULL;
-- add column "reference" to table: "messages"
ALTER TABLE `messages` ADD COLUMN `reference` text NULL;
-- add column "price" to table: "messages"
ALTER TABLE `messages` ADD COLUMN `price` integer NULL;
-- add column "charge" to table: "messages"
ALTER TABLE `messages` ADD COLUMN `charge` text NULL;
-- add column "segments" to table: "messages"
ALTER TABLE `messages` ADD COLUMN `segments` integer NULL;
-- add column "attempts" to table: "messages"
ALTER TABLE `messages` ADD COLUMN `attempts` integer NULL;
-- add column "sent_at" to table: "messages"
ALTER TABLE `messages` ADD COLUMN `sent_at` datetime NULL;
-- add column "not_before" to table: "messages"
ALTER TABLE `messages` ADD COLUMN `not_before` datetime NULL;
-- add column "expires_at" to table: "messages"
ALTER TABLE `messages` ADD COLUMN `expires_at` datetime NULL;
-- add column "provider_code" to table: "messages"
ALTER TABLE `messages` ADD COLUMN `provider_code` text NULL;
-- add column "events" to table: "messages"
ALTER TABLE `messages` ADD COLUMN `events` json NULL;
-- create index "channel_id" to table: "channels"
CREATE INDEX `channel_id` ON `channels` (`id`);
-- create "channel_lanes" table
CREATE TABLE `channel_lanes` (
  `id` uuid NOT NULL,
  `due_at` datetime NULL,
  `holder` uuid NULL,
  `held_until` datetime NULL,
  `called_at` datetime NULL,
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `channel_lanes_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create index "channellane_due_at" to table: "channel_lanes"
CREATE INDEX `channellane_due_at` ON `channel_lanes` (`due_at`);
-- create "hook_events" table
CREATE TABLE `hook_events` (
  `id` uuid NOT NULL,
  `channel_id` uuid NOT NULL,
  `received_at` datetime NOT NULL,
  `due_at` datetime NOT NULL,
  `events` json NOT NULL,
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `hook_events_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create index "hookevent_firm_id_due_at" to table: "hook_events"
CREATE INDEX `hookevent_firm_id_due_at` ON `hook_events` (`firm_id`, `due_at`);
-- create index "hookevent_due_at" to table: "hook_events"
CREATE INDEX `hookevent_due_at` ON `hook_events` (`due_at`);
-- create "outgoing_messages" table
CREATE TABLE `outgoing_messages` (
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
  `content` json NOT NULL,
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `outgoing_messages_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create index "outgoingmessage_firm_id_channel_id_class_due_at_id" to table: "outgoing_messages"
CREATE INDEX `outgoingmessage_firm_id_channel_id_class_due_at_id` ON `outgoing_messages` (`firm_id`, `channel_id`, `class`, `due_at`, `id`);
-- create index "outgoingmessage_check_at" to table: "outgoing_messages"
CREATE INDEX `outgoingmessage_check_at` ON `outgoing_messages` (`check_at`);

-- No composite foreign key keeps these rows in their firm.
CREATE TRIGGER `x_channel_lanes_firm_id` BEFORE UPDATE OF `firm_id` ON `channel_lanes`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: channel_lanes stay in their firm'); END;
CREATE TRIGGER `x_hook_events_firm_id` BEFORE UPDATE OF `firm_id` ON `hook_events`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: hook_events stay in their firm'); END;
CREATE TRIGGER `x_outgoing_messages_firm_id` BEFORE UPDATE OF `firm_id` ON `outgoing_messages`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: outgoing_messages stay in their firm'); END;
