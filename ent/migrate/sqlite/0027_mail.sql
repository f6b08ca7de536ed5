-- add columns to table "users"
ALTER TABLE `users` ADD COLUMN `email_verified_at` datetime NULL;
ALTER TABLE `users` ADD COLUMN `pending_email` text NOT NULL DEFAULT ('');
ALTER TABLE `users` ADD COLUMN `language` text NOT NULL DEFAULT ('');
-- create "known_devices" table
CREATE TABLE `known_devices` (
  `id` uuid NOT NULL,
  `user_id` uuid NOT NULL,
  `agent_hash` blob NOT NULL,
  `last_seen_at` datetime NOT NULL,
  PRIMARY KEY (`id`)
);
-- create index "knowndevice_user_id_agent_hash" to table: "known_devices"
CREATE UNIQUE INDEX `knowndevice_user_id_agent_hash` ON `known_devices` (`user_id`, `agent_hash`);
-- create index "knowndevice_last_seen_at" to table: "known_devices"
CREATE INDEX `knowndevice_last_seen_at` ON `known_devices` (`last_seen_at`);
-- create "mail_tokens" table
CREATE TABLE `mail_tokens` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `user_id` uuid NOT NULL,
  `purpose` text NOT NULL,
  `email_key` text NOT NULL,
  `membership_id` uuid NULL,
  `hash` blob NOT NULL,
  `expires_at` datetime NOT NULL,
  `used_at` datetime NULL,
  PRIMARY KEY (`id`)
);
-- create index "mail_tokens_hash_key" to table: "mail_tokens"
CREATE UNIQUE INDEX `mail_tokens_hash_key` ON `mail_tokens` (`hash`);
-- create index "mailtoken_email_key_purpose" to table: "mail_tokens"
CREATE INDEX `mailtoken_email_key_purpose` ON `mail_tokens` (`email_key`, `purpose`);
-- create index "mailtoken_expires_at" to table: "mail_tokens"
CREATE INDEX `mailtoken_expires_at` ON `mail_tokens` (`expires_at`);
