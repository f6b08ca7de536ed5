-- create "policy_versions" table
CREATE TABLE "policy_versions" (
  "id" uuid NOT NULL,
  "version" bigint NOT NULL DEFAULT 1,
  PRIMARY KEY ("id")
);
-- create "api_keys" table
CREATE TABLE "api_keys" (
  "id" uuid NOT NULL,
  "firm_id" uuid NOT NULL,
  "key_id" character varying NOT NULL,
  PRIMARY KEY ("id")
);
-- create index "api_keys_key_id_key" to table: "api_keys"
CREATE UNIQUE INDEX "api_keys_key_id_key" ON "api_keys" ("key_id");
-- create "signing_keys" table
CREATE TABLE "signing_keys" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "private_key" bytea NOT NULL,
  "public_key" bytea NOT NULL,
  "signs_from" timestamptz NOT NULL,
  PRIMARY KEY ("id")
);
-- create "policy_rules" table
CREATE TABLE "policy_rules" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "ptype" character varying NOT NULL,
  "v0" character varying NOT NULL,
  "v1" character varying NOT NULL,
  "v2" character varying NOT NULL,
  "v3" character varying NOT NULL DEFAULT '',
  "v4" character varying NOT NULL DEFAULT '',
  "note" character varying NOT NULL DEFAULT '',
  PRIMARY KEY ("id")
);
-- create index "policyrule_ptype_v0_v1_v2_v3_v4" to table: "policy_rules"
CREATE UNIQUE INDEX "policyrule_ptype_v0_v1_v2_v3_v4" ON "policy_rules" ("ptype", "v0", "v1", "v2", "v3", "v4");
-- create index "policyrule_ptype_v1" to table: "policy_rules"
CREATE INDEX "policyrule_ptype_v1" ON "policy_rules" ("ptype", "v1");
-- create index "policyrule_ptype_v2" to table: "policy_rules"
CREATE INDEX "policyrule_ptype_v2" ON "policy_rules" ("ptype", "v2");
-- create "firms" table
CREATE TABLE "firms" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "name" character varying NOT NULL,
  "name_key" character varying NOT NULL COLLATE "C",
  "is_active" boolean NOT NULL DEFAULT true,
  "is_super_firm" boolean NOT NULL DEFAULT false,
  "currency" character varying NOT NULL,
  "time_zone" character varying NOT NULL DEFAULT 'UTC',
  "policy_version" bigint NOT NULL DEFAULT 1,
  PRIMARY KEY ("id")
);
-- create "firm_names" table
CREATE TABLE "firm_names" (
  "id" uuid NOT NULL,
  "name_key" character varying NOT NULL,
  "is_super_firm" boolean NOT NULL DEFAULT false,
  PRIMARY KEY ("id")
);
-- create index "firm_names_name_key_key" to table: "firm_names"
CREATE UNIQUE INDEX "firm_names_name_key_key" ON "firm_names" ("name_key");
-- create "global_audit_entries" table
CREATE TABLE "global_audit_entries" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "actor_kind" character varying NOT NULL,
  "actor_id" uuid NULL,
  "actor_name" character varying NOT NULL,
  "actor_firm_id" uuid NULL,
  "action" character varying NOT NULL,
  "target_type" character varying NOT NULL,
  "target_id" uuid NULL,
  "target_name" character varying NOT NULL,
  "before" json NULL,
  "after" json NULL,
  "address" character varying NOT NULL,
  "request_id" character varying NOT NULL,
  "except_firm_id" uuid NULL,
  PRIMARY KEY ("id")
);
-- create index "globalauditentry_created_at_id" to table: "global_audit_entries"
CREATE INDEX "globalauditentry_created_at_id" ON "global_audit_entries" ("created_at", "id");
-- create "api_clients" table
CREATE TABLE "api_clients" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "name" character varying NOT NULL,
  "description" character varying NOT NULL DEFAULT '',
  "key_id" character varying NOT NULL,
  "secret_hash" bytea NOT NULL,
  "allowed_ips" jsonb NOT NULL,
  "expires_at" timestamptz NULL,
  "revoked_at" timestamptz NULL,
  "last_used_at" timestamptz NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "api_clients_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "apiclient_firm_id_created_at" to table: "api_clients"
CREATE INDEX "apiclient_firm_id_created_at" ON "api_clients" ("firm_id", "created_at") WHERE revoked_at IS NULL;
-- create "api_calls" table
CREATE TABLE "api_calls" (
  "id" uuid NOT NULL,
  "began_at" timestamptz NOT NULL,
  "method" character varying NOT NULL,
  "path" character varying NOT NULL,
  "status" bigint NOT NULL,
  "address" character varying NOT NULL,
  "duration" bigint NOT NULL,
  "firm_id" uuid NOT NULL,
  "api_client_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "api_calls_api_clients_api_client" FOREIGN KEY ("firm_id", "api_client_id") REFERENCES "api_clients" ("firm_id", "id") ON DELETE NO ACTION
);
-- create index "apicall_firm_id_api_client_id_began_at_status" to table: "api_calls"
CREATE INDEX "apicall_firm_id_api_client_id_began_at_status" ON "api_calls" ("firm_id", "api_client_id", "began_at", "status");
-- create index "apicall_firm_id_began_at" to table: "api_calls"
CREATE INDEX "apicall_firm_id_began_at" ON "api_calls" ("firm_id", "began_at");
-- create index "apicall_began_at" to table: "api_calls"
CREATE INDEX "apicall_began_at" ON "api_calls" ("began_at");
-- create "role_properties" table
CREATE TABLE "role_properties" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "deleted_at" timestamptz NULL,
  "module_name" character varying NOT NULL,
  "property_name" character varying NOT NULL,
  "display_name" character varying NOT NULL,
  PRIMARY KEY ("id")
);
-- create index "roleproperty_module_name_property_name" to table: "role_properties"
CREATE UNIQUE INDEX "roleproperty_module_name_property_name" ON "role_properties" ("module_name", "property_name") WHERE deleted_at IS NULL;
-- create "api_client_permissions" table
CREATE TABLE "api_client_permissions" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "firm_id" uuid NOT NULL,
  "api_client_id" uuid NOT NULL,
  "property_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "api_client_permissions_api_clients_api_client" FOREIGN KEY ("firm_id", "api_client_id") REFERENCES "api_clients" ("firm_id", "id") ON DELETE NO ACTION,
  CONSTRAINT "api_client_permissions_role_properties_property" FOREIGN KEY ("property_id") REFERENCES "role_properties" ("id") ON DELETE NO ACTION
);
-- create index "apiclientpermission_firm_id_api_client_id_property_id" to table: "api_client_permissions"
CREATE UNIQUE INDEX "apiclientpermission_firm_id_api_client_id_property_id" ON "api_client_permissions" ("firm_id", "api_client_id", "property_id");
-- create index "apiclientpermission_property_id" to table: "api_client_permissions"
CREATE INDEX "apiclientpermission_property_id" ON "api_client_permissions" ("property_id");
-- create "audit_entries" table
CREATE TABLE "audit_entries" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "actor_kind" character varying NOT NULL,
  "actor_id" uuid NULL,
  "actor_name" character varying NOT NULL,
  "actor_firm_id" uuid NULL,
  "action" character varying NOT NULL,
  "target_type" character varying NOT NULL,
  "target_id" uuid NULL,
  "target_name" character varying NOT NULL,
  "before" json NULL,
  "after" json NULL,
  "address" character varying NOT NULL,
  "request_id" character varying NOT NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "audit_entries_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "auditentry_firm_id_created_at_id" to table: "audit_entries"
CREATE INDEX "auditentry_firm_id_created_at_id" ON "audit_entries" ("firm_id", "created_at", "id");
-- create index "auditentry_firm_id_target_id" to table: "audit_entries"
CREATE INDEX "auditentry_firm_id_target_id" ON "audit_entries" ("firm_id", "target_id");
-- create index "auditentry_firm_id_actor_id" to table: "audit_entries"
CREATE INDEX "auditentry_firm_id_actor_id" ON "audit_entries" ("firm_id", "actor_id");
-- create "contacts" table
-- The columns of the search come first: PostgreSQL reads those before them, too, of each row that it checks.
CREATE TABLE "contacts" (
  "id" uuid NOT NULL,
  "firm_id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "search" text NOT NULL,
  "marks" text NOT NULL DEFAULT '' COLLATE "C",
  "deleted_at" timestamptz NULL,
  "first_name" character varying NOT NULL,
  "last_name" character varying NOT NULL,
  "first_name_key" character varying NOT NULL COLLATE "C",
  "last_name_key" character varying NOT NULL COLLATE "C",
  "gender" character varying NULL,
  "is_active" boolean NOT NULL DEFAULT true,
  "profile_pic" character varying NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "contacts_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "contact_firm_id_created_at_id_marks" to table: "contacts"
CREATE INDEX "contact_firm_id_created_at_id_marks" ON "contacts" ("firm_id", "created_at", "id", "marks") WHERE deleted_at IS NULL;
-- create index "contact_firm_id_updated_at_id_marks" to table: "contacts"
CREATE INDEX "contact_firm_id_updated_at_id_marks" ON "contacts" ("firm_id", "updated_at", "id", "marks") WHERE deleted_at IS NULL;
-- create index "contact_firm_id_first_name_key_id_marks" to table: "contacts"
CREATE INDEX "contact_firm_id_first_name_key_id_marks" ON "contacts" ("firm_id", "first_name_key", "id", "marks") WHERE deleted_at IS NULL;
-- create index "contact_firm_id_last_name_key_id_marks" to table: "contacts"
CREATE INDEX "contact_firm_id_last_name_key_id_marks" ON "contacts" ("firm_id", "last_name_key", "id", "marks") WHERE deleted_at IS NULL;
-- create "contact_addresses" table
CREATE TABLE "contact_addresses" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "type" bigint NOT NULL DEFAULT 0,
  "position" bigint NOT NULL DEFAULT 0,
  "line1" character varying NOT NULL DEFAULT '',
  "line2" character varying NOT NULL DEFAULT '',
  "landmark" character varying NOT NULL DEFAULT '',
  "city" character varying NOT NULL DEFAULT '',
  "state" character varying NOT NULL DEFAULT '',
  "country" character varying NOT NULL DEFAULT '',
  "pin_code" character varying NOT NULL DEFAULT '',
  "firm_id" uuid NOT NULL,
  "contact_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "contact_addresses_contacts_contact" FOREIGN KEY ("firm_id", "contact_id") REFERENCES "contacts" ("firm_id", "id") ON DELETE NO ACTION
);
-- create index "contactaddress_firm_id_contact_id_position" to table: "contact_addresses"
CREATE INDEX "contactaddress_firm_id_contact_id_position" ON "contact_addresses" ("firm_id", "contact_id", "position");
-- create "contact_emails" table
CREATE TABLE "contact_emails" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "type" bigint NOT NULL DEFAULT 0,
  "position" bigint NOT NULL DEFAULT 0,
  "email" character varying NOT NULL,
  "email_key" character varying NOT NULL COLLATE "C",
  "person_key" character varying NOT NULL COLLATE "C",
  "is_primary" boolean NOT NULL DEFAULT false,
  "firm_id" uuid NOT NULL,
  "contact_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "contact_emails_contacts_contact" FOREIGN KEY ("firm_id", "contact_id") REFERENCES "contacts" ("firm_id", "id") ON DELETE NO ACTION
);
-- create index "contactemail_firm_id_contact_id_position" to table: "contact_emails"
CREATE INDEX "contactemail_firm_id_contact_id_position" ON "contact_emails" ("firm_id", "contact_id", "position");
-- create index "contactemail_firm_id_person_key_contact_id" to table: "contact_emails"
CREATE INDEX "contactemail_firm_id_person_key_contact_id" ON "contact_emails" ("firm_id", "person_key", "contact_id");
-- create "contact_phones" table
CREATE TABLE "contact_phones" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "type" bigint NOT NULL DEFAULT 0,
  "position" bigint NOT NULL DEFAULT 0,
  "phone" character varying NOT NULL,
  "phone_cc" character varying NOT NULL,
  "e164" character varying NOT NULL,
  "match_key" character varying NOT NULL COLLATE "C",
  "digits" text NOT NULL,
  "is_primary" boolean NOT NULL DEFAULT false,
  "firm_id" uuid NOT NULL,
  "contact_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "contact_phones_contacts_contact" FOREIGN KEY ("firm_id", "contact_id") REFERENCES "contacts" ("firm_id", "id") ON DELETE NO ACTION
);
-- create index "contactphone_firm_id_contact_id_position" to table: "contact_phones"
CREATE INDEX "contactphone_firm_id_contact_id_position" ON "contact_phones" ("firm_id", "contact_id", "position");
-- create index "contactphone_firm_id_match_key_contact_id" to table: "contact_phones"
CREATE INDEX "contactphone_firm_id_match_key_contact_id" ON "contact_phones" ("firm_id", "match_key", "contact_id");
-- create "tags" table
CREATE TABLE "tags" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "name" character varying NOT NULL,
  "name_key" character varying NULL COLLATE "C",
  "mark" character varying NOT NULL COLLATE "C",
  "merged_marks" text NOT NULL DEFAULT '',
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "tags_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "tag_firm_id_name_key" to table: "tags"
CREATE UNIQUE INDEX "tag_firm_id_name_key" ON "tags" ("firm_id", "name_key");
-- create index "tag_firm_id_mark" to table: "tags"
CREATE UNIQUE INDEX "tag_firm_id_mark" ON "tags" ("firm_id", "mark");
-- create "contact_tags" table
CREATE TABLE "contact_tags" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "contact_deleted_at" timestamptz NULL,
  "firm_id" uuid NOT NULL,
  "contact_id" uuid NOT NULL,
  "tag_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "contact_tags_contacts_contact" FOREIGN KEY ("firm_id", "contact_id") REFERENCES "contacts" ("firm_id", "id") ON DELETE NO ACTION,
  CONSTRAINT "contact_tags_tags_tag" FOREIGN KEY ("firm_id", "tag_id") REFERENCES "tags" ("firm_id", "id") ON DELETE NO ACTION
);
-- create index "contacttag_firm_id_contact_id_tag_id" to table: "contact_tags"
CREATE UNIQUE INDEX "contacttag_firm_id_contact_id_tag_id" ON "contact_tags" ("firm_id", "contact_id", "tag_id");
-- create index "contacttag_firm_id_tag_id_contact_id" to table: "contact_tags"
CREATE INDEX "contacttag_firm_id_tag_id_contact_id" ON "contact_tags" ("firm_id", "tag_id", "contact_id") WHERE contact_deleted_at IS NULL;
-- create "contact_counts" table
CREATE TABLE "contact_counts" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "n" bigint NOT NULL,
  "firm_id" uuid NOT NULL,
  "tag_id" uuid NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "contact_counts_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION,
  CONSTRAINT "contact_counts_tags_tag" FOREIGN KEY ("firm_id", "tag_id") REFERENCES "tags" ("firm_id", "id") ON DELETE NO ACTION
);
-- create index "contactcount_firm_id_tag_id" to table: "contact_counts"
CREATE INDEX "contactcount_firm_id_tag_id" ON "contact_counts" ("firm_id", "tag_id");
-- create "roles" table
CREATE TABLE "roles" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "name" character varying NOT NULL,
  "name_key" character varying NOT NULL,
  "description" character varying NOT NULL DEFAULT '',
  "is_active" boolean NOT NULL DEFAULT true,
  "is_system" boolean NOT NULL DEFAULT false,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "roles_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "role_firm_id_name_key" to table: "roles"
CREATE UNIQUE INDEX "role_firm_id_name_key" ON "roles" ("firm_id", "name_key");
-- create "memberships" table
CREATE TABLE "memberships" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "public_id" uuid NOT NULL,
  "status" character varying NOT NULL,
  "first_name" character varying NOT NULL,
  "last_name" character varying NOT NULL,
  "email" character varying NOT NULL,
  "email_key" character varying NOT NULL,
  "user_name" character varying NOT NULL,
  "invited_at" timestamptz NULL,
  "invited_by" uuid NULL,
  "invited_by_firm" uuid NULL,
  "invitation_hash" character varying NOT NULL DEFAULT '',
  "last_used_at" timestamptz NULL,
  "firm_id" uuid NOT NULL,
  "user_id" uuid NOT NULL,
  "role_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "memberships_roles_role" FOREIGN KEY ("firm_id", "role_id") REFERENCES "roles" ("firm_id", "id") ON DELETE NO ACTION
);
-- create index "membership_firm_id_email_key" to table: "memberships"
CREATE UNIQUE INDEX "membership_firm_id_email_key" ON "memberships" ("firm_id", "email_key");
-- create index "membership_firm_id_public_id" to table: "memberships"
CREATE UNIQUE INDEX "membership_firm_id_public_id" ON "memberships" ("firm_id", "public_id");
-- create index "membership_firm_id_role_id" to table: "memberships"
CREATE INDEX "membership_firm_id_role_id" ON "memberships" ("firm_id", "role_id");
-- create index "membership_firm_id_user_id" to table: "memberships"
CREATE INDEX "membership_firm_id_user_id" ON "memberships" ("firm_id", "user_id");
-- create "users" table
CREATE TABLE "users" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "email" character varying NOT NULL,
  "email_key" character varying NOT NULL,
  "user_name" character varying NOT NULL,
  "first_name" character varying NOT NULL,
  "last_name" character varying NOT NULL,
  "password_hash" character varying NOT NULL DEFAULT '',
  "invitation_salt" bytea NOT NULL,
  "must_change_password" boolean NOT NULL DEFAULT false,
  "is_active" boolean NOT NULL DEFAULT true,
  PRIMARY KEY ("id")
);
-- create index "users_email_key_key" to table: "users"
CREATE UNIQUE INDEX "users_email_key_key" ON "users" ("email_key");
-- create "user_firms" table
CREATE TABLE "user_firms" (
  "id" uuid NOT NULL,
  "firm_id" uuid NOT NULL,
  "user_id" uuid NOT NULL,
  PRIMARY KEY ("id"),
  CONSTRAINT "user_firms_users_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE NO ACTION
);
-- create index "userfirm_user_id_firm_id_id" to table: "user_firms"
CREATE UNIQUE INDEX "userfirm_user_id_firm_id_id" ON "user_firms" ("user_id", "firm_id", "id");
-- create "sessions" table
CREATE TABLE "sessions" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "firm_id" uuid NULL,
  "address" character varying NULL,
  "user_agent" character varying NULL,
  "last_used_at" timestamptz NOT NULL,
  "ended_at" timestamptz NULL,
  "end_reason" character varying NULL,
  "user_id" uuid NOT NULL,
  "membership_id" uuid NULL,
  PRIMARY KEY ("id"),
  CONSTRAINT "sessions_users_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE NO ACTION,
  CONSTRAINT "sessions_user_firms_user_firm" FOREIGN KEY ("user_id", "firm_id", "membership_id") REFERENCES "user_firms" ("user_id", "firm_id", "id") ON DELETE NO ACTION,
  CONSTRAINT "sessions_firm_and_membership" CHECK ((firm_id IS NULL) = (membership_id IS NULL))
);
-- create index "session_user_id" to table: "sessions"
CREATE INDEX "session_user_id" ON "sessions" ("user_id");
-- create index "session_membership_id" to table: "sessions"
CREATE INDEX "session_membership_id" ON "sessions" ("membership_id");
-- create "refresh_tokens" table
CREATE TABLE "refresh_tokens" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "hash" bytea NOT NULL,
  "expires_at" timestamptz NOT NULL,
  "used_at" timestamptz NULL,
  "session_id" uuid NOT NULL,
  PRIMARY KEY ("id"),
  CONSTRAINT "refresh_tokens_sessions_session" FOREIGN KEY ("session_id") REFERENCES "sessions" ("id") ON DELETE NO ACTION
);
-- create index "refresh_tokens_hash_key" to table: "refresh_tokens"
CREATE UNIQUE INDEX "refresh_tokens_hash_key" ON "refresh_tokens" ("hash");
-- create index "refreshtoken_session_id" to table: "refresh_tokens"
CREATE INDEX "refreshtoken_session_id" ON "refresh_tokens" ("session_id");
-- create index "refreshtoken_expires_at" to table: "refresh_tokens"
CREATE INDEX "refreshtoken_expires_at" ON "refresh_tokens" ("expires_at");
-- create "role_permissions" table
CREATE TABLE "role_permissions" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "firm_id" uuid NOT NULL,
  "role_id" uuid NOT NULL,
  "property_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "role_permissions_roles_role" FOREIGN KEY ("firm_id", "role_id") REFERENCES "roles" ("firm_id", "id") ON DELETE NO ACTION,
  CONSTRAINT "role_permissions_role_properties_property" FOREIGN KEY ("property_id") REFERENCES "role_properties" ("id") ON DELETE NO ACTION
);
-- create index "rolepermission_firm_id_role_id_property_id" to table: "role_permissions"
CREATE UNIQUE INDEX "rolepermission_firm_id_role_id_property_id" ON "role_permissions" ("firm_id", "role_id", "property_id");
-- create index "rolepermission_property_id" to table: "role_permissions"
CREATE INDEX "rolepermission_property_id" ON "role_permissions" ("property_id");
