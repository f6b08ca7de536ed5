-- create "channels" table
CREATE TABLE "channels" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "deleted_at" timestamptz NULL,
  "name" character varying NOT NULL,
  "kind" character varying NOT NULL,
  "sender" character varying NOT NULL,
  "settings" jsonb NOT NULL,
  "secrets" bytea NULL,
  "secrets_set" jsonb NOT NULL,
  "messages_per_second" bigint NOT NULL,
  "status" character varying NOT NULL DEFAULT 'Active',
  "status_reason" character varying NOT NULL DEFAULT '',
  "is_default" boolean NOT NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "channels_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "channel_firm_id_kind" to table: "channels"
CREATE UNIQUE INDEX "channel_firm_id_kind" ON "channels" ("firm_id", "kind") WHERE is_default;

-- No composite foreign key keeps these rows in their firm.
CREATE TRIGGER x_channels_firm_id BEFORE UPDATE OF firm_id ON channels FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();
