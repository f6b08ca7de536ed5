-- create "contacts" table
CREATE TABLE `contacts` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `deleted_at` datetime NULL,
  `first_name` text NOT NULL,
  `last_name` text NOT NULL,
  `first_name_key` text NOT NULL,
  `last_name_key` text NOT NULL,
  `gender` text NULL,
  `is_active` bool NOT NULL DEFAULT (true),
  `profile_pic` text NULL,
  `search` text NOT NULL,
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `contacts_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create index "contact_firm_id_id" to table: "contacts"
CREATE UNIQUE INDEX `contact_firm_id_id` ON `contacts` (`firm_id`, `id`);
-- create index "contact_firm_id_created_at_id" to table: "contacts"
CREATE INDEX `contact_firm_id_created_at_id` ON `contacts` (`firm_id`, `created_at`, `id`) WHERE deleted_at IS NULL;
-- create index "contact_firm_id_updated_at_id" to table: "contacts"
CREATE INDEX `contact_firm_id_updated_at_id` ON `contacts` (`firm_id`, `updated_at`, `id`) WHERE deleted_at IS NULL;
-- create index "contact_firm_id_first_name_key_id" to table: "contacts"
CREATE INDEX `contact_firm_id_first_name_key_id` ON `contacts` (`firm_id`, `first_name_key`, `id`) WHERE deleted_at IS NULL;
-- create index "contact_firm_id_last_name_key_id" to table: "contacts"
CREATE INDEX `contact_firm_id_last_name_key_id` ON `contacts` (`firm_id`, `last_name_key`, `id`) WHERE deleted_at IS NULL;
-- create "contact_addresses" table
CREATE TABLE `contact_addresses` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `type` integer NOT NULL DEFAULT (0),
  `position` integer NOT NULL DEFAULT (0),
  `line1` text NOT NULL DEFAULT (''),
  `line2` text NOT NULL DEFAULT (''),
  `landmark` text NOT NULL DEFAULT (''),
  `city` text NOT NULL DEFAULT (''),
  `state` text NOT NULL DEFAULT (''),
  `country` text NOT NULL DEFAULT (''),
  `pin_code` text NOT NULL DEFAULT (''),
  `firm_id` uuid NOT NULL,
  `contact_id` uuid NOT NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `contact_addresses_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `contact_addresses_contacts_contact` FOREIGN KEY (`contact_id`) REFERENCES `contacts` (`id`) ON DELETE NO ACTION
);
-- create index "contactaddress_firm_id_id" to table: "contact_addresses"
CREATE UNIQUE INDEX `contactaddress_firm_id_id` ON `contact_addresses` (`firm_id`, `id`);
-- create index "contactaddress_contact_id_position" to table: "contact_addresses"
CREATE INDEX `contactaddress_contact_id_position` ON `contact_addresses` (`contact_id`, `position`);
-- create "contact_emails" table
CREATE TABLE `contact_emails` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `type` integer NOT NULL DEFAULT (0),
  `position` integer NOT NULL DEFAULT (0),
  `email` text NOT NULL,
  `email_key` text NOT NULL,
  `is_primary` bool NOT NULL DEFAULT (false),
  `firm_id` uuid NOT NULL,
  `contact_id` uuid NOT NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `contact_emails_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `contact_emails_contacts_contact` FOREIGN KEY (`contact_id`) REFERENCES `contacts` (`id`) ON DELETE NO ACTION
);
-- create index "contactemail_firm_id_id" to table: "contact_emails"
CREATE UNIQUE INDEX `contactemail_firm_id_id` ON `contact_emails` (`firm_id`, `id`);
-- create index "contactemail_contact_id_position" to table: "contact_emails"
CREATE INDEX `contactemail_contact_id_position` ON `contact_emails` (`contact_id`, `position`);
-- create index "contactemail_firm_id_email_key" to table: "contact_emails"
CREATE INDEX `contactemail_firm_id_email_key` ON `contact_emails` (`firm_id`, `email_key`);
-- create "contact_phones" table
CREATE TABLE `contact_phones` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `type` integer NOT NULL DEFAULT (0),
  `position` integer NOT NULL DEFAULT (0),
  `phone` text NOT NULL,
  `phone_cc` text NOT NULL,
  `e164` text NOT NULL,
  `match_key` text NOT NULL,
  `is_primary` bool NOT NULL DEFAULT (false),
  `firm_id` uuid NOT NULL,
  `contact_id` uuid NOT NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `contact_phones_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `contact_phones_contacts_contact` FOREIGN KEY (`contact_id`) REFERENCES `contacts` (`id`) ON DELETE NO ACTION
);
-- create index "contactphone_firm_id_id" to table: "contact_phones"
CREATE UNIQUE INDEX `contactphone_firm_id_id` ON `contact_phones` (`firm_id`, `id`);
-- create index "contactphone_contact_id_position" to table: "contact_phones"
CREATE INDEX `contactphone_contact_id_position` ON `contact_phones` (`contact_id`, `position`);
-- create index "contactphone_firm_id_e164" to table: "contact_phones"
CREATE INDEX `contactphone_firm_id_e164` ON `contact_phones` (`firm_id`, `e164`);
-- create index "contactphone_firm_id_match_key" to table: "contact_phones"
CREATE INDEX `contactphone_firm_id_match_key` ON `contact_phones` (`firm_id`, `match_key`);
-- create "contact_tags" table
CREATE TABLE `contact_tags` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `firm_id` uuid NOT NULL,
  `contact_id` uuid NOT NULL,
  `tag_id` uuid NOT NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `contact_tags_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `contact_tags_contacts_contact` FOREIGN KEY (`contact_id`) REFERENCES `contacts` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `contact_tags_tags_tag` FOREIGN KEY (`tag_id`) REFERENCES `tags` (`id`) ON DELETE NO ACTION
);
-- create index "contacttag_firm_id_id" to table: "contact_tags"
CREATE UNIQUE INDEX `contacttag_firm_id_id` ON `contact_tags` (`firm_id`, `id`);
-- create index "contacttag_tag_id_contact_id" to table: "contact_tags"
CREATE UNIQUE INDEX `contacttag_tag_id_contact_id` ON `contact_tags` (`tag_id`, `contact_id`);
-- create "firms" table
CREATE TABLE `firms` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `name` text NOT NULL,
  `name_key` text NOT NULL,
  `is_active` bool NOT NULL DEFAULT (true),
  `is_super_firm` bool NOT NULL DEFAULT (false),
  `currency` text NOT NULL,
  `time_zone` text NOT NULL DEFAULT ('UTC'),
  `policy_version` integer NOT NULL DEFAULT (1),
  PRIMARY KEY (`id`)
);
-- create index "firms_name_key_key" to table: "firms"
CREATE UNIQUE INDEX `firms_name_key_key` ON `firms` (`name_key`);
-- create "memberships" table
CREATE TABLE `memberships` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `public_id` uuid NOT NULL,
  `status` text NOT NULL,
  `first_name` text NOT NULL,
  `last_name` text NOT NULL,
  `email` text NOT NULL,
  `email_key` text NOT NULL,
  `user_name` text NOT NULL,
  `invited_at` datetime NULL,
  `invited_by` uuid NULL,
  `invited_by_firm` uuid NULL,
  `invitation_hash` text NOT NULL DEFAULT (''),
  `last_used_at` datetime NULL,
  `firm_id` uuid NOT NULL,
  `user_id` uuid NOT NULL,
  `role_id` uuid NOT NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `memberships_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `memberships_users_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `memberships_roles_role` FOREIGN KEY (`role_id`) REFERENCES `roles` (`id`) ON DELETE NO ACTION
);
-- create index "membership_firm_id_id" to table: "memberships"
CREATE UNIQUE INDEX `membership_firm_id_id` ON `memberships` (`firm_id`, `id`);
-- create index "membership_firm_id_email_key" to table: "memberships"
CREATE UNIQUE INDEX `membership_firm_id_email_key` ON `memberships` (`firm_id`, `email_key`);
-- create index "membership_firm_id_public_id" to table: "memberships"
CREATE UNIQUE INDEX `membership_firm_id_public_id` ON `memberships` (`firm_id`, `public_id`);
-- create index "membership_user_id" to table: "memberships"
CREATE INDEX `membership_user_id` ON `memberships` (`user_id`);
-- create index "membership_role_id" to table: "memberships"
CREATE INDEX `membership_role_id` ON `memberships` (`role_id`);
-- create "policy_rules" table
CREATE TABLE `policy_rules` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `ptype` text NOT NULL,
  `v0` text NOT NULL,
  `v1` text NOT NULL,
  `v2` text NOT NULL,
  `v3` text NOT NULL DEFAULT (''),
  `v4` text NOT NULL DEFAULT (''),
  `note` text NOT NULL DEFAULT (''),
  PRIMARY KEY (`id`)
);
-- create index "policyrule_ptype_v0_v1_v2_v3_v4" to table: "policy_rules"
CREATE UNIQUE INDEX `policyrule_ptype_v0_v1_v2_v3_v4` ON `policy_rules` (`ptype`, `v0`, `v1`, `v2`, `v3`, `v4`);
-- create "refresh_tokens" table
CREATE TABLE `refresh_tokens` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `hash` blob NOT NULL,
  `expires_at` datetime NOT NULL,
  `used_at` datetime NULL,
  `session_id` uuid NOT NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `refresh_tokens_sessions_session` FOREIGN KEY (`session_id`) REFERENCES `sessions` (`id`) ON DELETE NO ACTION
);
-- create index "refresh_tokens_hash_key" to table: "refresh_tokens"
CREATE UNIQUE INDEX `refresh_tokens_hash_key` ON `refresh_tokens` (`hash`);
-- create index "refreshtoken_session_id" to table: "refresh_tokens"
CREATE INDEX `refreshtoken_session_id` ON `refresh_tokens` (`session_id`);
-- create index "refreshtoken_expires_at" to table: "refresh_tokens"
CREATE INDEX `refreshtoken_expires_at` ON `refresh_tokens` (`expires_at`);
-- create "roles" table
CREATE TABLE `roles` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `name` text NOT NULL,
  `name_key` text NOT NULL,
  `description` text NOT NULL DEFAULT (''),
  `is_active` bool NOT NULL DEFAULT (true),
  `is_system` bool NOT NULL DEFAULT (false),
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `roles_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create index "role_firm_id_id" to table: "roles"
CREATE UNIQUE INDEX `role_firm_id_id` ON `roles` (`firm_id`, `id`);
-- create index "role_firm_id_name_key" to table: "roles"
CREATE UNIQUE INDEX `role_firm_id_name_key` ON `roles` (`firm_id`, `name_key`);
-- create "role_permissions" table
CREATE TABLE `role_permissions` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `firm_id` uuid NOT NULL,
  `role_id` uuid NOT NULL,
  `property_id` uuid NOT NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `role_permissions_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `role_permissions_roles_role` FOREIGN KEY (`role_id`) REFERENCES `roles` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `role_permissions_role_properties_property` FOREIGN KEY (`property_id`) REFERENCES `role_properties` (`id`) ON DELETE NO ACTION
);
-- create index "rolepermission_firm_id_id" to table: "role_permissions"
CREATE UNIQUE INDEX `rolepermission_firm_id_id` ON `role_permissions` (`firm_id`, `id`);
-- create index "rolepermission_role_id_property_id" to table: "role_permissions"
CREATE UNIQUE INDEX `rolepermission_role_id_property_id` ON `role_permissions` (`role_id`, `property_id`);
-- create index "rolepermission_property_id" to table: "role_permissions"
CREATE INDEX `rolepermission_property_id` ON `role_permissions` (`property_id`);
-- create "role_properties" table
CREATE TABLE `role_properties` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `deleted_at` datetime NULL,
  `module_name` text NOT NULL,
  `property_name` text NOT NULL,
  `display_name` text NOT NULL,
  PRIMARY KEY (`id`)
);
-- create index "roleproperty_module_name_property_name" to table: "role_properties"
CREATE UNIQUE INDEX `roleproperty_module_name_property_name` ON `role_properties` (`module_name`, `property_name`) WHERE deleted_at IS NULL;
-- create "sessions" table
CREATE TABLE `sessions` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `address` text NULL,
  `user_agent` text NULL,
  `last_used_at` datetime NOT NULL,
  `ended_at` datetime NULL,
  `end_reason` text NULL,
  `user_id` uuid NOT NULL,
  `membership_id` uuid NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `sessions_users_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `sessions_memberships_membership` FOREIGN KEY (`membership_id`) REFERENCES `memberships` (`id`) ON DELETE NO ACTION
);
-- create index "session_user_id" to table: "sessions"
CREATE INDEX `session_user_id` ON `sessions` (`user_id`);
-- create index "session_membership_id" to table: "sessions"
CREATE INDEX `session_membership_id` ON `sessions` (`membership_id`);
-- create "signing_keys" table
CREATE TABLE `signing_keys` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `private_key` blob NOT NULL,
  `public_key` blob NOT NULL,
  `signs_from` datetime NOT NULL,
  PRIMARY KEY (`id`)
);
-- create "tags" table
CREATE TABLE `tags` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `name` text NOT NULL,
  `name_key` text NOT NULL,
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `tags_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create index "tag_firm_id_id" to table: "tags"
CREATE UNIQUE INDEX `tag_firm_id_id` ON `tags` (`firm_id`, `id`);
-- create index "tag_firm_id_name_key" to table: "tags"
CREATE UNIQUE INDEX `tag_firm_id_name_key` ON `tags` (`firm_id`, `name_key`);
-- create "users" table
CREATE TABLE `users` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `email` text NOT NULL,
  `email_key` text NOT NULL,
  `user_name` text NOT NULL,
  `first_name` text NOT NULL,
  `last_name` text NOT NULL,
  `password_hash` text NOT NULL DEFAULT (''),
  `invitation_salt` blob NOT NULL,
  `must_change_password` bool NOT NULL DEFAULT (false),
  `is_active` bool NOT NULL DEFAULT (true),
  PRIMARY KEY (`id`)
);
-- create index "users_email_key_key" to table: "users"
CREATE UNIQUE INDEX `users_email_key_key` ON `users` (`email_key`);
CREATE TRIGGER `x_contacts_firm_id` BEFORE UPDATE OF `firm_id` ON `contacts`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: contacts stay in their firm'); END;
CREATE TRIGGER `x_contact_addresses_firm_id` BEFORE UPDATE OF `firm_id` ON `contact_addresses`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: contact_addresses stay in their firm'); END;
CREATE TRIGGER `x_contact_addresses_contact_id_insert` BEFORE INSERT ON `contact_addresses`
WHEN NEW.`contact_id` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `contacts` WHERE `id` = NEW.`contact_id` AND `firm_id` = NEW.`firm_id`)
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: contact_addresses.contact_id refers to no row of its firm'); END;
CREATE TRIGGER `x_contact_addresses_contact_id_update` BEFORE UPDATE OF `contact_id` ON `contact_addresses`
WHEN NEW.`contact_id` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `contacts` WHERE `id` = NEW.`contact_id` AND `firm_id` = NEW.`firm_id`)
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: contact_addresses.contact_id refers to no row of its firm'); END;
CREATE TRIGGER `x_contact_emails_firm_id` BEFORE UPDATE OF `firm_id` ON `contact_emails`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: contact_emails stay in their firm'); END;
CREATE TRIGGER `x_contact_emails_contact_id_insert` BEFORE INSERT ON `contact_emails`
WHEN NEW.`contact_id` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `contacts` WHERE `id` = NEW.`contact_id` AND `firm_id` = NEW.`firm_id`)
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: contact_emails.contact_id refers to no row of its firm'); END;
CREATE TRIGGER `x_contact_emails_contact_id_update` BEFORE UPDATE OF `contact_id` ON `contact_emails`
WHEN NEW.`contact_id` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `contacts` WHERE `id` = NEW.`contact_id` AND `firm_id` = NEW.`firm_id`)
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: contact_emails.contact_id refers to no row of its firm'); END;
CREATE TRIGGER `x_contact_phones_firm_id` BEFORE UPDATE OF `firm_id` ON `contact_phones`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: contact_phones stay in their firm'); END;
CREATE TRIGGER `x_contact_phones_contact_id_insert` BEFORE INSERT ON `contact_phones`
WHEN NEW.`contact_id` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `contacts` WHERE `id` = NEW.`contact_id` AND `firm_id` = NEW.`firm_id`)
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: contact_phones.contact_id refers to no row of its firm'); END;
CREATE TRIGGER `x_contact_phones_contact_id_update` BEFORE UPDATE OF `contact_id` ON `contact_phones`
WHEN NEW.`contact_id` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `contacts` WHERE `id` = NEW.`contact_id` AND `firm_id` = NEW.`firm_id`)
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: contact_phones.contact_id refers to no row of its firm'); END;
CREATE TRIGGER `x_contact_tags_firm_id` BEFORE UPDATE OF `firm_id` ON `contact_tags`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: contact_tags stay in their firm'); END;
CREATE TRIGGER `x_contact_tags_contact_id_insert` BEFORE INSERT ON `contact_tags`
WHEN NEW.`contact_id` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `contacts` WHERE `id` = NEW.`contact_id` AND `firm_id` = NEW.`firm_id`)
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: contact_tags.contact_id refers to no row of its firm'); END;
CREATE TRIGGER `x_contact_tags_contact_id_update` BEFORE UPDATE OF `contact_id` ON `contact_tags`
WHEN NEW.`contact_id` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `contacts` WHERE `id` = NEW.`contact_id` AND `firm_id` = NEW.`firm_id`)
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: contact_tags.contact_id refers to no row of its firm'); END;
CREATE TRIGGER `x_contact_tags_tag_id_insert` BEFORE INSERT ON `contact_tags`
WHEN NEW.`tag_id` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `tags` WHERE `id` = NEW.`tag_id` AND `firm_id` = NEW.`firm_id`)
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: contact_tags.tag_id refers to no row of its firm'); END;
CREATE TRIGGER `x_contact_tags_tag_id_update` BEFORE UPDATE OF `tag_id` ON `contact_tags`
WHEN NEW.`tag_id` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `tags` WHERE `id` = NEW.`tag_id` AND `firm_id` = NEW.`firm_id`)
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: contact_tags.tag_id refers to no row of its firm'); END;
CREATE TRIGGER `x_memberships_firm_id` BEFORE UPDATE OF `firm_id` ON `memberships`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: memberships stay in their firm'); END;
CREATE TRIGGER `x_memberships_role_id_insert` BEFORE INSERT ON `memberships`
WHEN NEW.`role_id` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `roles` WHERE `id` = NEW.`role_id` AND `firm_id` = NEW.`firm_id`)
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: memberships.role_id refers to no row of its firm'); END;
CREATE TRIGGER `x_memberships_role_id_update` BEFORE UPDATE OF `role_id` ON `memberships`
WHEN NEW.`role_id` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `roles` WHERE `id` = NEW.`role_id` AND `firm_id` = NEW.`firm_id`)
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: memberships.role_id refers to no row of its firm'); END;
CREATE TRIGGER `x_roles_firm_id` BEFORE UPDATE OF `firm_id` ON `roles`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: roles stay in their firm'); END;
CREATE TRIGGER `x_role_permissions_firm_id` BEFORE UPDATE OF `firm_id` ON `role_permissions`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: role_permissions stay in their firm'); END;
CREATE TRIGGER `x_role_permissions_role_id_insert` BEFORE INSERT ON `role_permissions`
WHEN NEW.`role_id` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `roles` WHERE `id` = NEW.`role_id` AND `firm_id` = NEW.`firm_id`)
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: role_permissions.role_id refers to no row of its firm'); END;
CREATE TRIGGER `x_role_permissions_role_id_update` BEFORE UPDATE OF `role_id` ON `role_permissions`
WHEN NEW.`role_id` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `roles` WHERE `id` = NEW.`role_id` AND `firm_id` = NEW.`firm_id`)
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: role_permissions.role_id refers to no row of its firm'); END;
CREATE TRIGGER `x_tags_firm_id` BEFORE UPDATE OF `firm_id` ON `tags`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: tags stay in their firm'); END;
