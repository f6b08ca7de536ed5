-- modify "firms" table
ALTER TABLE "firms" ADD COLUMN "quiet_hours" jsonb NULL;
-- modify "messages" table
ALTER TABLE "messages" ADD COLUMN "campaign_id" uuid NULL;
-- create index "message_firm_id_campaign_id_occurred_at" to table: "messages"
CREATE INDEX "message_firm_id_campaign_id_occurred_at" ON "messages" ("firm_id", "campaign_id", "occurred_at") WHERE campaign_id IS NOT NULL;
-- modify "outgoing_messages" table
ALTER TABLE "outgoing_messages" ADD COLUMN "campaign_id" uuid NULL;
-- create index "outgoingmessage_firm_id_campaign_id_id" to table: "outgoing_messages"
CREATE INDEX "outgoingmessage_firm_id_campaign_id_id" ON "outgoing_messages" ("firm_id", "campaign_id", "id") WHERE campaign_id IS NOT NULL;
-- create "campaign_recipients" table
CREATE TABLE "campaign_recipients" (
  "id" uuid NOT NULL,
  "campaign_id" uuid NOT NULL,
  "contact_id" uuid NOT NULL,
  "address" character varying NOT NULL DEFAULT '',
  "address_kind" character varying NULL,
  "address_key" character varying NULL COLLATE "C",
  "parameters" jsonb NOT NULL,
  "state" character varying NOT NULL,
  "skip_reason" character varying NOT NULL DEFAULT '',
  "price" bigint NOT NULL DEFAULT 0,
  "due_at" timestamptz NULL,
  "message_id" uuid NULL,
  "message_at" timestamptz NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "campaign_recipients_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "campaignrecipient_firm_id_campaign_id_id" to table: "campaign_recipients"
CREATE INDEX "campaignrecipient_firm_id_campaign_id_id" ON "campaign_recipients" ("firm_id", "campaign_id", "id");
-- create index "campaignrecipient_firm_id_campaign_id_address_key" to table: "campaign_recipients"
CREATE UNIQUE INDEX "campaignrecipient_firm_id_campaign_id_address_key" ON "campaign_recipients" ("firm_id", "campaign_id", "address_key");
-- create index "campaignrecipient_firm_id_campaign_id_state_due_at_id" to table: "campaign_recipients"
CREATE INDEX "campaignrecipient_firm_id_campaign_id_state_due_at_id" ON "campaign_recipients" ("firm_id", "campaign_id", "state", "due_at", "id");
-- create index "campaignrecipient_firm_id_contact_id" to table: "campaign_recipients"
CREATE INDEX "campaignrecipient_firm_id_contact_id" ON "campaign_recipients" ("firm_id", "contact_id");
-- create "campaigns" table
CREATE TABLE "campaigns" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "name" character varying NOT NULL,
  "channel_id" uuid NOT NULL,
  "template_id" uuid NOT NULL,
  "audience" jsonb NOT NULL,
  "parameters" jsonb NOT NULL,
  "scheduled_at" timestamptz NULL,
  "time_zone" character varying NOT NULL,
  "quiet_hours" jsonb NULL,
  "messages_per_second" bigint NULL,
  "status" character varying NOT NULL,
  "pause_reason" character varying NOT NULL DEFAULT '',
  "taken_at" timestamptz NULL,
  "prepared" boolean NOT NULL DEFAULT false,
  "checkpoint" jsonb NULL,
  "frozen" jsonb NULL,
  "rates" jsonb NULL,
  "run_at" timestamptz NULL,
  "paced_until" timestamptz NULL,
  "started_at" timestamptz NULL,
  "finished_at" timestamptz NULL,
  "actor_kind" character varying NOT NULL,
  "actor_id" uuid NULL,
  "actor_name" character varying NOT NULL,
  "needed" bigint NOT NULL DEFAULT 0,
  "reserved" bigint NOT NULL DEFAULT 0,
  "held" bigint NOT NULL DEFAULT 0,
  "spent" bigint NOT NULL DEFAULT 0,
  "waiting" bigint NOT NULL DEFAULT 0,
  "recipients" bigint NOT NULL DEFAULT 0,
  "skipped" bigint NOT NULL DEFAULT 0,
  "queued" bigint NOT NULL DEFAULT 0,
  "sent" bigint NOT NULL DEFAULT 0,
  "delivered" bigint NOT NULL DEFAULT 0,
  "read" bigint NOT NULL DEFAULT 0,
  "failed" bigint NOT NULL DEFAULT 0,
  "unknown" bigint NOT NULL DEFAULT 0,
  "cancelled" bigint NOT NULL DEFAULT 0,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "campaigns_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "campaign_firm_id_created_at_id" to table: "campaigns"
CREATE INDEX "campaign_firm_id_created_at_id" ON "campaigns" ("firm_id", "created_at", "id");
-- create index "campaign_run_at" to table: "campaigns"
CREATE INDEX "campaign_run_at" ON "campaigns" ("run_at");

-- No composite foreign key keeps these rows in their firm.
CREATE TRIGGER x_campaigns_firm_id BEFORE UPDATE OF firm_id ON campaigns FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();
CREATE TRIGGER x_campaign_recipients_firm_id BEFORE UPDATE OF firm_id ON campaign_recipients FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();
