-- modify "message_keys" table
ALTER TABLE "message_keys" ADD COLUMN "reference" character varying NULL COLLATE "C", ADD COLUMN "request" bytea NULL;
-- create index "messagekey_firm_id_reference" to table: "message_keys"
CREATE UNIQUE INDEX "messagekey_firm_id_reference" ON "message_keys" ("firm_id", "reference");
-- modify "messages" table
ALTER TABLE "messages" ADD COLUMN "channel_id" uuid NULL, ADD COLUMN "address" character varying NULL, ADD COLUMN "address_kind" character varying NULL, ADD COLUMN "subject" character varying NULL, ADD COLUMN "reference" character varying NULL, ADD COLUMN "price" bigint NULL, ADD COLUMN "charge" character varying NULL, ADD COLUMN "segments" bigint NULL, ADD COLUMN "attempts" bigint NULL, ADD COLUMN "sent_at" timestamptz NULL, ADD COLUMN "not_before" timestamptz NULL, ADD COLUMN "expires_at" timestamptz NULL, ADD COLUMN "provider_code" character varying NULL, ADD COLUMN "events" jsonb NULL;
-- create index "channel_id" to table: "channels"
CREATE INDEX "channel_id" ON "channels" ("id");
-- create "channel_lanes" table
CREATE TABLE "channel_lanes" (
  "id" uuid NOT NULL,
  "due_at" timestamptz NULL,
  "holder" uuid NULL,
  "held_until" timestamptz NULL,
  "called_at" timestamptz NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "channel_lanes_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "channellane_due_at" to table: "channel_lanes"
CREATE INDEX "channellane_due_at" ON "channel_lanes" ("due_at");
-- create "hook_events" table
CREATE TABLE "hook_events" (
  "id" uuid NOT NULL,
  "channel_id" uuid NOT NULL,
  "received_at" timestamptz NOT NULL,
  "due_at" timestamptz NOT NULL,
  "events" jsonb NOT NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "hook_events_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "hookevent_firm_id_due_at" to table: "hook_events"
CREATE INDEX "hookevent_firm_id_due_at" ON "hook_events" ("firm_id", "due_at");
-- create index "hookevent_due_at" to table: "hook_events"
CREATE INDEX "hookevent_due_at" ON "hook_events" ("due_at");
-- create "outgoing_messages" table
CREATE TABLE "outgoing_messages" (
  "id" uuid NOT NULL,
  "occurred_at" timestamptz NOT NULL,
  "channel_id" uuid NOT NULL,
  "class" bigint NOT NULL,
  "state" character varying NOT NULL,
  "due_at" timestamptz NULL,
  "check_at" timestamptz NULL,
  "expires_at" timestamptz NOT NULL,
  "attempts" bigint NOT NULL DEFAULT 0,
  "price" bigint NOT NULL,
  "charge_on" character varying NOT NULL,
  "resend" boolean NOT NULL,
  "actor_kind" character varying NOT NULL,
  "actor_id" uuid NULL,
  "actor_name" character varying NOT NULL,
  "content" jsonb NOT NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "outgoing_messages_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "outgoingmessage_firm_id_channel_id_class_due_at_id" to table: "outgoing_messages"
CREATE INDEX "outgoingmessage_firm_id_channel_id_class_due_at_id" ON "outgoing_messages" ("firm_id", "channel_id", "class", "due_at", "id");
-- create index "outgoingmessage_check_at" to table: "outgoing_messages"
CREATE INDEX "outgoingmessage_check_at" ON "outgoing_messages" ("check_at");

-- No composite foreign key keeps these rows in their firm.
CREATE TRIGGER x_channel_lanes_firm_id BEFORE UPDATE OF firm_id ON channel_lanes FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();
CREATE TRIGGER x_hook_events_firm_id BEFORE UPDATE OF firm_id ON hook_events FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();
CREATE TRIGGER x_outgoing_messages_firm_id BEFORE UPDATE OF firm_id ON outgoing_messages FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();
