-- create "oidc_links" table
CREATE TABLE `oidc_links` (
  `id` uuid NOT NULL,
  `issuer` text NOT NULL,
  `subject` text NOT NULL,
  `user_id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  PRIMARY KEY (`id`)
);
-- create index "oidclink_issuer_subject" to table: "oidc_links"
CREATE UNIQUE INDEX `oidclink_issuer_subject` ON `oidc_links` (`issuer`, `subject`);
-- create index "oidclink_user_id" to table: "oidc_links"
CREATE INDEX `oidclink_user_id` ON `oidc_links` (`user_id`);
-- create "oidc_logins" table
CREATE TABLE `oidc_logins` (
  `id` uuid NOT NULL,
  `provider` text NOT NULL,
  `hash` blob NOT NULL,
  `browser` blob NOT NULL,
  `user_id` uuid NULL,
  `has_factor` bool NOT NULL DEFAULT (false),
  `expires_at` datetime NOT NULL,
  PRIMARY KEY (`id`)
);
-- create index "oidc_logins_hash_key" to table: "oidc_logins"
CREATE UNIQUE INDEX `oidc_logins_hash_key` ON `oidc_logins` (`hash`);
-- create index "oidclogin_expires_at" to table: "oidc_logins"
CREATE INDEX `oidclogin_expires_at` ON `oidc_logins` (`expires_at`);
