-- create "webhooks" table
CREATE TABLE `webhooks` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `name` text NOT NULL,
  `url` text NOT NULL,
  `event_types` json NOT NULL,
  `ordered` bool NOT NULL,
  `status` text NOT NULL,
  `status_reason` text NOT NULL DEFAULT (''),
  `secret` blob NOT NULL,
  `old_secret` blob NULL,
  `old_secret_until` datetime NULL,
  `maker` json NOT NULL,
  `position` integer NOT NULL,
  `failing_since` datetime NULL,
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `webhooks_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create "webhook_deliveries" table
CREATE TABLE `webhook_deliveries` (
  `id` uuid NOT NULL,
  `webhook_id` uuid NOT NULL,
  `event_id` uuid NOT NULL,
  `event_type` text NOT NULL,
  `status` text NOT NULL,
  `attempts` integer NOT NULL,
  `step` integer NOT NULL,
  `response_status` integer NULL,
  `response_body` text NULL,
  `next_attempt_at` datetime NULL,
  `created_at` datetime NOT NULL,
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `webhook_deliveries_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create index "webhookdelivery_firm_id_webhook_id_id" to table: "webhook_deliveries"
CREATE INDEX `webhookdelivery_firm_id_webhook_id_id` ON `webhook_deliveries` (`firm_id`, `webhook_id`, `id`);
-- create index "webhookdelivery_firm_id_webhook_id_status_id" to table: "webhook_deliveries"
CREATE INDEX `webhookdelivery_firm_id_webhook_id_status_id` ON `webhook_deliveries` (`firm_id`, `webhook_id`, `status`, `id`);
-- create index "webhookdelivery_firm_id_webhook_id_next_attempt_at" to table: "webhook_deliveries"
CREATE INDEX `webhookdelivery_firm_id_webhook_id_next_attempt_at` ON `webhook_deliveries` (`firm_id`, `webhook_id`, `next_attempt_at`) WHERE next_attempt_at IS NOT NULL;
-- create index "webhookdelivery_created_at" to table: "webhook_deliveries"
CREATE INDEX `webhookdelivery_created_at` ON `webhook_deliveries` (`created_at`);
-- create "webhook_lanes" table
CREATE TABLE `webhook_lanes` (
  `id` uuid NOT NULL,
  `position` integer NOT NULL,
  `due_at` datetime NULL,
  `holder` uuid NULL,
  `held_until` datetime NULL,
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `webhook_lanes_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create "webhook_replays" table
CREATE TABLE `webhook_replays` (
  `id` uuid NOT NULL,
  `webhook_id` uuid NOT NULL,
  `since` datetime NOT NULL,
  `until` datetime NOT NULL,
  `event_types` json NOT NULL,
  `position` integer NOT NULL,
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `webhook_replays_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create index "webhookreplay_firm_id_webhook_id" to table: "webhook_replays"
CREATE INDEX `webhookreplay_firm_id_webhook_id` ON `webhook_replays` (`firm_id`, `webhook_id`);

-- No composite foreign key keeps these rows in their firm.
CREATE TRIGGER `x_webhooks_firm_id` BEFORE UPDATE OF `firm_id` ON `webhooks`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: webhooks stay in their firm'); END;
CREATE TRIGGER `x_webhook_deliveries_firm_id` BEFORE UPDATE OF `firm_id` ON `webhook_deliveries`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: webhook_deliveries stay in their firm'); END;
CREATE TRIGGER `x_webhook_lanes_firm_id` BEFORE UPDATE OF `firm_id` ON `webhook_lanes`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: webhook_lanes stay in their firm'); END;
CREATE TRIGGER `x_webhook_replays_firm_id` BEFORE UPDATE OF `firm_id` ON `webhook_replays`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: webhook_replays stay in their firm'); END;
