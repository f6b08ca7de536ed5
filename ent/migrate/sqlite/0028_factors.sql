-- add column "require_mfa" to table: "firms"
ALTER TABLE `firms` ADD COLUMN `require_mfa` bool NOT NULL DEFAULT (false);
-- add column "has_factor" to table: "users"
ALTER TABLE `users` ADD COLUMN `has_factor` bool NOT NULL DEFAULT (false);
-- create "login_challenges" table
CREATE TABLE `login_challenges` (
  `id` uuid NOT NULL,
  `user_id` uuid NOT NULL,
  `hash` blob NOT NULL,
  `password` blob NOT NULL,
  `tries` integer NOT NULL DEFAULT (0),
  `expires_at` datetime NOT NULL,
  PRIMARY KEY (`id`)
);
-- create index "login_challenges_hash_key" to table: "login_challenges"
CREATE UNIQUE INDEX `login_challenges_hash_key` ON `login_challenges` (`hash`);
-- create index "loginchallenge_expires_at" to table: "login_challenges"
CREATE INDEX `loginchallenge_expires_at` ON `login_challenges` (`expires_at`);
-- create "recovery_codes" table
CREATE TABLE `recovery_codes` (
  `id` uuid NOT NULL,
  `user_id` uuid NOT NULL,
  `hash` blob NOT NULL,
  `used_at` datetime NULL,
  PRIMARY KEY (`id`)
);
-- create index "recoverycode_user_id_hash" to table: "recovery_codes"
CREATE UNIQUE INDEX `recoverycode_user_id_hash` ON `recovery_codes` (`user_id`, `hash`);
-- create "totp_factors" table
CREATE TABLE `totp_factors` (
  `id` uuid NOT NULL,
  `user_id` uuid NOT NULL,
  `secret` blob NOT NULL,
  `last_step` integer NOT NULL DEFAULT (0),
  `confirmed_at` datetime NULL,
  `tries` integer NOT NULL DEFAULT (0),
  `tries_since` datetime NOT NULL,
  PRIMARY KEY (`id`)
);
-- create index "totp_factors_user_id_key" to table: "totp_factors"
CREATE UNIQUE INDEX `totp_factors_user_id_key` ON `totp_factors` (`user_id`);
