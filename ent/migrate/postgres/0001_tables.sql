-- create "firms" table
CREATE TABLE "firms" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "name" character varying NOT NULL,
  "name_key" character varying NOT NULL,
  "is_active" boolean NOT NULL DEFAULT true,
  "is_super_firm" boolean NOT NULL DEFAULT false,
  "currency" character varying NOT NULL,
  "time_zone" character varying NOT NULL DEFAULT 'UTC',
  "policy_version" bigint NOT NULL DEFAULT 1,
  PRIMARY KEY ("id")
);
-- create index "firms_name_key_key" to table: "firms"
CREATE UNIQUE INDEX "firms_name_key_key" ON "firms" ("name_key");
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
-- create "contacts" table
CREATE TABLE "contacts" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "deleted_at" timestamptz NULL,
  "first_name" character varying NOT NULL,
  "last_name" character varying NOT NULL,
  "first_name_key" character varying NOT NULL COLLATE "C",
  "last_name_key" character varying NOT NULL COLLATE "C",
  "gender" character varying NULL,
  "is_active" boolean NOT NULL DEFAULT true,
  "profile_pic" character varying NULL,
  "search" text NOT NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("id"),
  CONSTRAINT "contacts_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "contact_firm_id_id" to table: "contacts"
CREATE UNIQUE INDEX "contact_firm_id_id" ON "contacts" ("firm_id", "id");
-- create index "contact_firm_id_created_at_id" to table: "contacts"
CREATE INDEX "contact_firm_id_created_at_id" ON "contacts" ("firm_id", "created_at", "id") WHERE deleted_at IS NULL;
-- create index "contact_firm_id_updated_at_id" to table: "contacts"
CREATE INDEX "contact_firm_id_updated_at_id" ON "contacts" ("firm_id", "updated_at", "id") WHERE deleted_at IS NULL;
-- create index "contact_firm_id_first_name_key_id" to table: "contacts"
CREATE INDEX "contact_firm_id_first_name_key_id" ON "contacts" ("firm_id", "first_name_key", "id") WHERE deleted_at IS NULL;
-- create index "contact_firm_id_last_name_key_id" to table: "contacts"
CREATE INDEX "contact_firm_id_last_name_key_id" ON "contacts" ("firm_id", "last_name_key", "id") WHERE deleted_at IS NULL;
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
  PRIMARY KEY ("id"),
  CONSTRAINT "contact_addresses_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION,
  CONSTRAINT "contact_addresses_contacts_contact" FOREIGN KEY ("contact_id") REFERENCES "contacts" ("id") ON DELETE NO ACTION
);
-- create index "contactaddress_firm_id_id" to table: "contact_addresses"
CREATE UNIQUE INDEX "contactaddress_firm_id_id" ON "contact_addresses" ("firm_id", "id");
-- create index "contactaddress_contact_id_position" to table: "contact_addresses"
CREATE INDEX "contactaddress_contact_id_position" ON "contact_addresses" ("contact_id", "position");
-- create "contact_emails" table
CREATE TABLE "contact_emails" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "type" bigint NOT NULL DEFAULT 0,
  "position" bigint NOT NULL DEFAULT 0,
  "email" character varying NOT NULL,
  "email_key" character varying NOT NULL,
  "is_primary" boolean NOT NULL DEFAULT false,
  "firm_id" uuid NOT NULL,
  "contact_id" uuid NOT NULL,
  PRIMARY KEY ("id"),
  CONSTRAINT "contact_emails_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION,
  CONSTRAINT "contact_emails_contacts_contact" FOREIGN KEY ("contact_id") REFERENCES "contacts" ("id") ON DELETE NO ACTION
);
-- create index "contactemail_firm_id_id" to table: "contact_emails"
CREATE UNIQUE INDEX "contactemail_firm_id_id" ON "contact_emails" ("firm_id", "id");
-- create index "contactemail_contact_id_position" to table: "contact_emails"
CREATE INDEX "contactemail_contact_id_position" ON "contact_emails" ("contact_id", "position");
-- create index "contactemail_firm_id_email_key" to table: "contact_emails"
CREATE INDEX "contactemail_firm_id_email_key" ON "contact_emails" ("firm_id", "email_key");
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
  "match_key" character varying NOT NULL,
  "is_primary" boolean NOT NULL DEFAULT false,
  "firm_id" uuid NOT NULL,
  "contact_id" uuid NOT NULL,
  PRIMARY KEY ("id"),
  CONSTRAINT "contact_phones_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION,
  CONSTRAINT "contact_phones_contacts_contact" FOREIGN KEY ("contact_id") REFERENCES "contacts" ("id") ON DELETE NO ACTION
);
-- create index "contactphone_firm_id_id" to table: "contact_phones"
CREATE UNIQUE INDEX "contactphone_firm_id_id" ON "contact_phones" ("firm_id", "id");
-- create index "contactphone_contact_id_position" to table: "contact_phones"
CREATE INDEX "contactphone_contact_id_position" ON "contact_phones" ("contact_id", "position");
-- create index "contactphone_firm_id_e164" to table: "contact_phones"
CREATE INDEX "contactphone_firm_id_e164" ON "contact_phones" ("firm_id", "e164");
-- create index "contactphone_firm_id_match_key" to table: "contact_phones"
CREATE INDEX "contactphone_firm_id_match_key" ON "contact_phones" ("firm_id", "match_key");
-- create "tags" table
CREATE TABLE "tags" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "name" character varying NOT NULL,
  "name_key" character varying NOT NULL COLLATE "C",
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("id"),
  CONSTRAINT "tags_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "tag_firm_id_id" to table: "tags"
CREATE UNIQUE INDEX "tag_firm_id_id" ON "tags" ("firm_id", "id");
-- create index "tag_firm_id_name_key" to table: "tags"
CREATE UNIQUE INDEX "tag_firm_id_name_key" ON "tags" ("firm_id", "name_key");
-- create "contact_tags" table
CREATE TABLE "contact_tags" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "firm_id" uuid NOT NULL,
  "contact_id" uuid NOT NULL,
  "tag_id" uuid NOT NULL,
  PRIMARY KEY ("id"),
  CONSTRAINT "contact_tags_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION,
  CONSTRAINT "contact_tags_contacts_contact" FOREIGN KEY ("contact_id") REFERENCES "contacts" ("id") ON DELETE NO ACTION,
  CONSTRAINT "contact_tags_tags_tag" FOREIGN KEY ("tag_id") REFERENCES "tags" ("id") ON DELETE NO ACTION
);
-- create index "contacttag_firm_id_id" to table: "contact_tags"
CREATE UNIQUE INDEX "contacttag_firm_id_id" ON "contact_tags" ("firm_id", "id");
-- create index "contacttag_tag_id_contact_id" to table: "contact_tags"
CREATE UNIQUE INDEX "contacttag_tag_id_contact_id" ON "contact_tags" ("tag_id", "contact_id");
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
  PRIMARY KEY ("id"),
  CONSTRAINT "roles_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "role_firm_id_id" to table: "roles"
CREATE UNIQUE INDEX "role_firm_id_id" ON "roles" ("firm_id", "id");
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
  PRIMARY KEY ("id"),
  CONSTRAINT "memberships_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION,
  CONSTRAINT "memberships_users_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE NO ACTION,
  CONSTRAINT "memberships_roles_role" FOREIGN KEY ("role_id") REFERENCES "roles" ("id") ON DELETE NO ACTION
);
-- create index "membership_firm_id_id" to table: "memberships"
CREATE UNIQUE INDEX "membership_firm_id_id" ON "memberships" ("firm_id", "id");
-- create index "membership_firm_id_email_key" to table: "memberships"
CREATE UNIQUE INDEX "membership_firm_id_email_key" ON "memberships" ("firm_id", "email_key");
-- create index "membership_firm_id_public_id" to table: "memberships"
CREATE UNIQUE INDEX "membership_firm_id_public_id" ON "memberships" ("firm_id", "public_id");
-- create index "membership_user_id" to table: "memberships"
CREATE INDEX "membership_user_id" ON "memberships" ("user_id");
-- create index "membership_role_id" to table: "memberships"
CREATE INDEX "membership_role_id" ON "memberships" ("role_id");
-- create "sessions" table
CREATE TABLE "sessions" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "address" character varying NULL,
  "user_agent" character varying NULL,
  "last_used_at" timestamptz NOT NULL,
  "ended_at" timestamptz NULL,
  "end_reason" character varying NULL,
  "user_id" uuid NOT NULL,
  "membership_id" uuid NULL,
  PRIMARY KEY ("id"),
  CONSTRAINT "sessions_users_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE NO ACTION,
  CONSTRAINT "sessions_memberships_membership" FOREIGN KEY ("membership_id") REFERENCES "memberships" ("id") ON DELETE NO ACTION
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
-- create "role_permissions" table
CREATE TABLE "role_permissions" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "firm_id" uuid NOT NULL,
  "role_id" uuid NOT NULL,
  "property_id" uuid NOT NULL,
  PRIMARY KEY ("id"),
  CONSTRAINT "role_permissions_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION,
  CONSTRAINT "role_permissions_roles_role" FOREIGN KEY ("role_id") REFERENCES "roles" ("id") ON DELETE NO ACTION,
  CONSTRAINT "role_permissions_role_properties_property" FOREIGN KEY ("property_id") REFERENCES "role_properties" ("id") ON DELETE NO ACTION
);
-- create index "rolepermission_firm_id_id" to table: "role_permissions"
CREATE UNIQUE INDEX "rolepermission_firm_id_id" ON "role_permissions" ("firm_id", "id");
-- create index "rolepermission_role_id_property_id" to table: "role_permissions"
CREATE UNIQUE INDEX "rolepermission_role_id_property_id" ON "role_permissions" ("role_id", "property_id");
-- create index "rolepermission_property_id" to table: "role_permissions"
CREATE INDEX "rolepermission_property_id" ON "role_permissions" ("property_id");
ALTER TABLE "contact_addresses" ADD CONSTRAINT "x_contact_addresses_contact_id" FOREIGN KEY ("firm_id", "contact_id") REFERENCES "contacts" ("firm_id", "id");
ALTER TABLE "contact_emails" ADD CONSTRAINT "x_contact_emails_contact_id" FOREIGN KEY ("firm_id", "contact_id") REFERENCES "contacts" ("firm_id", "id");
ALTER TABLE "contact_phones" ADD CONSTRAINT "x_contact_phones_contact_id" FOREIGN KEY ("firm_id", "contact_id") REFERENCES "contacts" ("firm_id", "id");
ALTER TABLE "contact_tags" ADD CONSTRAINT "x_contact_tags_contact_id" FOREIGN KEY ("firm_id", "contact_id") REFERENCES "contacts" ("firm_id", "id");
ALTER TABLE "contact_tags" ADD CONSTRAINT "x_contact_tags_tag_id" FOREIGN KEY ("firm_id", "tag_id") REFERENCES "tags" ("firm_id", "id");
ALTER TABLE "memberships" ADD CONSTRAINT "x_memberships_role_id" FOREIGN KEY ("firm_id", "role_id") REFERENCES "roles" ("firm_id", "id");
ALTER TABLE "role_permissions" ADD CONSTRAINT "x_role_permissions_role_id" FOREIGN KEY ("firm_id", "role_id") REFERENCES "roles" ("firm_id", "id");
