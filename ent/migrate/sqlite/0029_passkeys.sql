-- add column "passkey" to table: "login_challenges"
ALTER TABLE `login_challenges` ADD COLUMN `passkey` blob NULL;
-- create "new_totp_factors" table
CREATE TABLE `new_totp_factors` (
  `id` uuid NOT NULL,
  `user_id` uuid NOT NULL,
  `secret` blob NOT NULL,
  `last_step` integer NOT NULL DEFAULT (0),
  `confirmed_at` datetime NULL,
  PRIMARY KEY (`id`)
);
-- copy rows from old table "totp_factors" to new temporary table "new_totp_factors"
INSERT INTO `new_totp_factors` (`id`, `user_id`, `secret`, `last_step`, `confirmed_at`) SELECT `id`, `user_id`, `secret`, `last_step`, `confirmed_at` FROM `totp_factors`;
-- drop "totp_factors" table after copying rows
DROP TABLE `totp_factors`;
-- rename temporary table "new_totp_factors" to "totp_factors"
ALTER TABLE `new_totp_factors` RENAME TO `totp_factors`;
-- create index "totp_factors_user_id_key" to table: "totp_factors"
CREATE UNIQUE INDEX `totp_factors_user_id_key` ON `totp_factors` (`user_id`);
-- create "factor_tries" table
CREATE TABLE `factor_tries` (
  `id` uuid NOT NULL,
  `user_id` uuid NOT NULL,
  `tries` integer NOT NULL,
  `since` datetime NOT NULL,
  PRIMARY KEY (`id`)
);
-- create index "factor_tries_user_id_key" to table: "factor_tries"
CREATE UNIQUE INDEX `factor_tries_user_id_key` ON `factor_tries` (`user_id`);
-- create index "factortries_since" to table: "factor_tries"
CREATE INDEX `factortries_since` ON `factor_tries` (`since`);
-- create "passkeys" table
CREATE TABLE `passkeys` (
  `id` uuid NOT NULL,
  `user_id` uuid NOT NULL,
  `name` text NOT NULL,
  `credential_id` blob NOT NULL,
  `public_key` blob NOT NULL,
  `sign_count` integer NOT NULL,
  `flags` integer NOT NULL,
  `transports` text NOT NULL DEFAULT (''),
  `created_at` datetime NOT NULL,
  `last_used_at` datetime NULL,
  PRIMARY KEY (`id`)
);
-- create index "passkeys_credential_id_key" to table: "passkeys"
CREATE UNIQUE INDEX `passkeys_credential_id_key` ON `passkeys` (`credential_id`);
-- create index "passkey_user_id" to table: "passkeys"
CREATE INDEX `passkey_user_id` ON `passkeys` (`user_id`);
-- create "passkey_challenges" table
CREATE TABLE `passkey_challenges` (
  `id` uuid NOT NULL,
  `hash` blob NOT NULL,
  `session_id` uuid NULL,
  `expires_at` datetime NOT NULL,
  PRIMARY KEY (`id`)
);
-- create index "passkey_challenges_hash_key" to table: "passkey_challenges"
CREATE UNIQUE INDEX `passkey_challenges_hash_key` ON `passkey_challenges` (`hash`);
-- create index "passkey_challenges_session_id_key" to table: "passkey_challenges"
CREATE UNIQUE INDEX `passkey_challenges_session_id_key` ON `passkey_challenges` (`session_id`);
-- create index "passkeychallenge_expires_at" to table: "passkey_challenges"
CREATE INDEX `passkeychallenge_expires_at` ON `passkey_challenges` (`expires_at`);
