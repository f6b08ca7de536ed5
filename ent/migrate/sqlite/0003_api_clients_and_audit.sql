-- create "api_calls" table
CREATE TABLE `api_calls` (
  `id` uuid NOT NULL,
  `began_at` datetime NOT NULL,
  `method` text NOT NULL,
  `path` text NOT NULL,
  `status` integer NOT NULL,
  `address` text NOT NULL,
  `duration` integer NOT NULL,
  `firm_id` uuid NOT NULL,
  `api_client_id` uuid NOT NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `api_calls_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `api_calls_api_clients_api_client` FOREIGN KEY (`api_client_id`) REFERENCES `api_clients` (`id`) ON DELETE NO ACTION
);
-- create index "apicall_firm_id_id" to table: "api_calls"
CREATE UNIQUE INDEX `apicall_firm_id_id` ON `api_calls` (`firm_id`, `id`);
-- create index "apicall_api_client_id_began_at_status" to table: "api_calls"
CREATE INDEX `apicall_api_client_id_began_at_status` ON `api_calls` (`api_client_id`, `began_at`, `status`);
-- create index "apicall_began_at" to table: "api_calls"
CREATE INDEX `apicall_began_at` ON `api_calls` (`began_at`);
-- create "api_clients" table
CREATE TABLE `api_clients` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `name` text NOT NULL,
  `description` text NOT NULL DEFAULT (''),
  `key_id` text NOT NULL,
  `secret_hash` blob NOT NULL,
  `allowed_ips` json NOT NULL,
  `expires_at` datetime NULL,
  `revoked_at` datetime NULL,
  `last_used_at` datetime NULL,
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `api_clients_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create index "api_clients_key_id_key" to table: "api_clients"
CREATE UNIQUE INDEX `api_clients_key_id_key` ON `api_clients` (`key_id`);
-- create index "apiclient_firm_id_id" to table: "api_clients"
CREATE UNIQUE INDEX `apiclient_firm_id_id` ON `api_clients` (`firm_id`, `id`);
-- create index "apiclient_firm_id_created_at" to table: "api_clients"
CREATE INDEX `apiclient_firm_id_created_at` ON `api_clients` (`firm_id`, `created_at`) WHERE revoked_at IS NULL;
-- create "api_client_permissions" table
CREATE TABLE `api_client_permissions` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `firm_id` uuid NOT NULL,
  `api_client_id` uuid NOT NULL,
  `property_id` uuid NOT NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `api_client_permissions_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `api_client_permissions_api_clients_api_client` FOREIGN KEY (`api_client_id`) REFERENCES `api_clients` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `api_client_permissions_role_properties_property` FOREIGN KEY (`property_id`) REFERENCES `role_properties` (`id`) ON DELETE NO ACTION
);
-- create index "apiclientpermission_firm_id_id" to table: "api_client_permissions"
CREATE UNIQUE INDEX `apiclientpermission_firm_id_id` ON `api_client_permissions` (`firm_id`, `id`);
-- create index "apiclientpermission_api_client_id_property_id" to table: "api_client_permissions"
CREATE UNIQUE INDEX `apiclientpermission_api_client_id_property_id` ON `api_client_permissions` (`api_client_id`, `property_id`);
-- create index "apiclientpermission_property_id" to table: "api_client_permissions"
CREATE INDEX `apiclientpermission_property_id` ON `api_client_permissions` (`property_id`);
-- create "audit_entries" table
CREATE TABLE `audit_entries` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `actor_kind` text NOT NULL,
  `actor_id` uuid NULL,
  `actor_name` text NOT NULL,
  `actor_firm_id` uuid NULL,
  `action` text NOT NULL,
  `target_type` text NOT NULL,
  `target_id` uuid NULL,
  `target_name` text NOT NULL,
  `before` json NULL,
  `after` json NULL,
  `address` text NOT NULL,
  `request_id` text NOT NULL,
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `audit_entries_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create index "auditentry_firm_id_id" to table: "audit_entries"
CREATE UNIQUE INDEX `auditentry_firm_id_id` ON `audit_entries` (`firm_id`, `id`);
-- create index "auditentry_firm_id_created_at_id" to table: "audit_entries"
CREATE INDEX `auditentry_firm_id_created_at_id` ON `audit_entries` (`firm_id`, `created_at`, `id`);
-- create index "auditentry_firm_id_target_id" to table: "audit_entries"
CREATE INDEX `auditentry_firm_id_target_id` ON `audit_entries` (`firm_id`, `target_id`);
-- create index "auditentry_firm_id_actor_id" to table: "audit_entries"
CREATE INDEX `auditentry_firm_id_actor_id` ON `audit_entries` (`firm_id`, `actor_id`);
CREATE TRIGGER `x_api_calls_firm_id` BEFORE UPDATE OF `firm_id` ON `api_calls`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: api_calls stay in their firm'); END;
CREATE TRIGGER `x_api_calls_api_client_id_insert` BEFORE INSERT ON `api_calls`
WHEN NEW.`api_client_id` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `api_clients` WHERE `id` = NEW.`api_client_id` AND `firm_id` = NEW.`firm_id`)
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: api_calls.api_client_id refers to no row of its firm'); END;
CREATE TRIGGER `x_api_calls_api_client_id_update` BEFORE UPDATE OF `api_client_id` ON `api_calls`
WHEN NEW.`api_client_id` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `api_clients` WHERE `id` = NEW.`api_client_id` AND `firm_id` = NEW.`firm_id`)
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: api_calls.api_client_id refers to no row of its firm'); END;
CREATE TRIGGER `x_api_clients_firm_id` BEFORE UPDATE OF `firm_id` ON `api_clients`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: api_clients stay in their firm'); END;
CREATE TRIGGER `x_api_client_permissions_firm_id` BEFORE UPDATE OF `firm_id` ON `api_client_permissions`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: api_client_permissions stay in their firm'); END;
CREATE TRIGGER `x_api_client_permissions_api_client_id_insert` BEFORE INSERT ON `api_client_permissions`
WHEN NEW.`api_client_id` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `api_clients` WHERE `id` = NEW.`api_client_id` AND `firm_id` = NEW.`firm_id`)
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: api_client_permissions.api_client_id refers to no row of its firm'); END;
CREATE TRIGGER `x_api_client_permissions_api_client_id_update` BEFORE UPDATE OF `api_client_id` ON `api_client_permissions`
WHEN NEW.`api_client_id` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `api_clients` WHERE `id` = NEW.`api_client_id` AND `firm_id` = NEW.`firm_id`)
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: api_client_permissions.api_client_id refers to no row of its firm'); END;
CREATE TRIGGER `x_audit_entries_firm_id` BEFORE UPDATE OF `firm_id` ON `audit_entries`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: audit_entries stay in their firm'); END;
