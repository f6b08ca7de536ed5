-- create "channels" table
CREATE TABLE `channels` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `deleted_at` datetime NULL,
  `name` text NOT NULL,
  `kind` text NOT NULL,
  `sender` text NOT NULL,
  `settings` json NOT NULL,
  `secrets` blob NULL,
  `secrets_set` json NOT NULL,
  `messages_per_second` integer NOT NULL,
  `status` text NOT NULL DEFAULT ('Active'),
  `status_reason` text NOT NULL DEFAULT (''),
  `is_default` bool NOT NULL,
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `channels_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create index "channel_firm_id_kind" to table: "channels"
CREATE UNIQUE INDEX `channel_firm_id_kind` ON `channels` (`firm_id`, `kind`) WHERE is_default;

-- No composite foreign key keeps these rows in their firm.
CREATE TRIGGER `x_channels_firm_id` BEFORE UPDATE OF `firm_id` ON `channels`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: channels stay in their firm'); END;
