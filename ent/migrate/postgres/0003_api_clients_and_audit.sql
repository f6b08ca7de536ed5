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
  PRIMARY KEY ("id"),
  CONSTRAINT "api_clients_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "api_clients_key_id_key" to table: "api_clients"
CREATE UNIQUE INDEX "api_clients_key_id_key" ON "api_clients" ("key_id");
-- create index "apiclient_firm_id_id" to table: "api_clients"
CREATE UNIQUE INDEX "apiclient_firm_id_id" ON "api_clients" ("firm_id", "id");
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
  PRIMARY KEY ("id"),
  CONSTRAINT "api_calls_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION,
  CONSTRAINT "api_calls_api_clients_api_client" FOREIGN KEY ("api_client_id") REFERENCES "api_clients" ("id") ON DELETE NO ACTION
);
-- create index "apicall_firm_id_id" to table: "api_calls"
CREATE UNIQUE INDEX "apicall_firm_id_id" ON "api_calls" ("firm_id", "id");
-- create index "apicall_api_client_id_began_at_status" to table: "api_calls"
CREATE INDEX "apicall_api_client_id_began_at_status" ON "api_calls" ("api_client_id", "began_at", "status");
-- create index "apicall_began_at" to table: "api_calls"
CREATE INDEX "apicall_began_at" ON "api_calls" ("began_at");
-- create "api_client_permissions" table
CREATE TABLE "api_client_permissions" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "firm_id" uuid NOT NULL,
  "api_client_id" uuid NOT NULL,
  "property_id" uuid NOT NULL,
  PRIMARY KEY ("id"),
  CONSTRAINT "api_client_permissions_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION,
  CONSTRAINT "api_client_permissions_api_clients_api_client" FOREIGN KEY ("api_client_id") REFERENCES "api_clients" ("id") ON DELETE NO ACTION,
  CONSTRAINT "api_client_permissions_role_properties_property" FOREIGN KEY ("property_id") REFERENCES "role_properties" ("id") ON DELETE NO ACTION
);
-- create index "apiclientpermission_firm_id_id" to table: "api_client_permissions"
CREATE UNIQUE INDEX "apiclientpermission_firm_id_id" ON "api_client_permissions" ("firm_id", "id");
-- create index "apiclientpermission_api_client_id_property_id" to table: "api_client_permissions"
CREATE UNIQUE INDEX "apiclientpermission_api_client_id_property_id" ON "api_client_permissions" ("api_client_id", "property_id");
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
  PRIMARY KEY ("id"),
  CONSTRAINT "audit_entries_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "auditentry_firm_id_id" to table: "audit_entries"
CREATE UNIQUE INDEX "auditentry_firm_id_id" ON "audit_entries" ("firm_id", "id");
-- create index "auditentry_firm_id_created_at_id" to table: "audit_entries"
CREATE INDEX "auditentry_firm_id_created_at_id" ON "audit_entries" ("firm_id", "created_at", "id");
-- create index "auditentry_firm_id_target_id" to table: "audit_entries"
CREATE INDEX "auditentry_firm_id_target_id" ON "audit_entries" ("firm_id", "target_id");
-- create index "auditentry_firm_id_actor_id" to table: "audit_entries"
CREATE INDEX "auditentry_firm_id_actor_id" ON "audit_entries" ("firm_id", "actor_id");
ALTER TABLE "api_calls" ADD CONSTRAINT "x_api_calls_api_client_id" FOREIGN KEY ("firm_id", "api_client_id") REFERENCES "api_clients" ("firm_id", "id");
ALTER TABLE "api_client_permissions" ADD CONSTRAINT "x_api_client_permissions_api_client_id" FOREIGN KEY ("firm_id", "api_client_id") REFERENCES "api_clients" ("firm_id", "id");
