-- add column "quiet_hours" to table: "firms"
ALTER TABLE `firms` ADD COLUMN `quiet_hours` json NULL;
-- add column "campaign_id" to table: "messages"
ALTER TABLE `messages` ADD COLUMN `campaign_id` uuid NULL;
-- create index "message_firm_id_campaign_id_occurred_at" to table: "messages"
CREATE INDEX `message_firm_id_campaign_id_occurred_at` ON `messages` (`firm_id`, `campaign_id`, `occurred_at`) WHERE campaign_id IS NOT NULL;
-- add column "campaign_id" to table: "outgoing_messages"
ALTER TABLE `outgoing_messages` ADD COLUMN `campaign_id` uuid NULL;
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
  `address_key` text NULL,
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
CREATE UNIQUE INDEX `campaignrecipient_firm_id_campaign_id_address_key` ON `campaign_recipients` (`firm_id`, `campaign_id`, `address_key`);
-- create index "campaignrecipient_firm_id_campaign_id_state_due_at_id" to table: "campaign_recipients"
CREATE INDEX `campaignrecipient_firm_id_campaign_id_state_due_at_id` ON `campaign_recipients` (`firm_id`, `campaign_id`, `state`, `due_at`, `id`);
-- create index "campaignrecipient_firm_id_contact_id" to table: "campaign_recipients"
CREATE INDEX `campaignrecipient_firm_id_contact_id` ON `campaign_recipients` (`firm_id`, `contact_id`);

-- No composite foreign key keeps these rows in their firm.
CREATE TRIGGER `x_campaigns_firm_id` BEFORE UPDATE OF `firm_id` ON `campaigns`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: campaigns stay in their firm'); END;
CREATE TRIGGER `x_campaign_recipients_firm_id` BEFORE UPDATE OF `firm_id` ON `campaign_recipients`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: campaign_recipients stay in their firm'); END;
