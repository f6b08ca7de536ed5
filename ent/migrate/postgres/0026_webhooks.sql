-- create "webhook_deliveries" table
CREATE TABLE "webhook_deliveries" (
  "id" uuid NOT NULL,
  "webhook_id" uuid NOT NULL,
  "event_id" uuid NOT NULL,
  "event_type" character varying NOT NULL,
  "status" character varying NOT NULL,
  "attempts" bigint NOT NULL,
  "step" bigint NOT NULL,
  "response_status" bigint NULL,
  "response_body" character varying NULL,
  "next_attempt_at" timestamptz NULL,
  "created_at" timestamptz NOT NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "webhook_deliveries_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "webhookdelivery_firm_id_webhook_id_id" to table: "webhook_deliveries"
CREATE INDEX "webhookdelivery_firm_id_webhook_id_id" ON "webhook_deliveries" ("firm_id", "webhook_id", "id");
-- create index "webhookdelivery_firm_id_webhook_id_status_id" to table: "webhook_deliveries"
CREATE INDEX "webhookdelivery_firm_id_webhook_id_status_id" ON "webhook_deliveries" ("firm_id", "webhook_id", "status", "id");
-- create index "webhookdelivery_firm_id_webhook_id_next_attempt_at" to table: "webhook_deliveries"
CREATE INDEX "webhookdelivery_firm_id_webhook_id_next_attempt_at" ON "webhook_deliveries" ("firm_id", "webhook_id", "next_attempt_at") WHERE next_attempt_at IS NOT NULL;
-- create index "webhookdelivery_created_at" to table: "webhook_deliveries"
CREATE INDEX "webhookdelivery_created_at" ON "webhook_deliveries" ("created_at");
-- create "webhook_lanes" table
CREATE TABLE "webhook_lanes" (
  "id" uuid NOT NULL,
  "position" bigint NOT NULL,
  "due_at" timestamptz NULL,
  "holder" uuid NULL,
  "held_until" timestamptz NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "webhook_lanes_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create "webhook_replays" table
CREATE TABLE "webhook_replays" (
  "id" uuid NOT NULL,
  "webhook_id" uuid NOT NULL,
  "since" timestamptz NOT NULL,
  "until" timestamptz NOT NULL,
  "event_types" jsonb NOT NULL,
  "position" bigint NOT NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "webhook_replays_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "webhookreplay_firm_id_webhook_id" to table: "webhook_replays"
CREATE INDEX "webhookreplay_firm_id_webhook_id" ON "webhook_replays" ("firm_id", "webhook_id");
-- create "webhooks" table
CREATE TABLE "webhooks" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "name" character varying NOT NULL,
  "url" character varying NOT NULL,
  "event_types" jsonb NOT NULL,
  "ordered" boolean NOT NULL,
  "status" character varying NOT NULL,
  "status_reason" character varying NOT NULL DEFAULT '',
  "secret" bytea NOT NULL,
  "old_secret" bytea NULL,
  "old_secret_until" timestamptz NULL,
  "maker" jsonb NOT NULL,
  "position" bigint NOT NULL,
  "failing_since" timestamptz NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "webhooks_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);

-- No composite foreign key keeps these rows in their firm.
CREATE TRIGGER x_webhooks_firm_id BEFORE UPDATE OF firm_id ON webhooks FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();
CREATE TRIGGER x_webhook_deliveries_firm_id BEFORE UPDATE OF firm_id ON webhook_deliveries FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();
CREATE TRIGGER x_webhook_lanes_firm_id BEFORE UPDATE OF firm_id ON webhook_lanes FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();
CREATE TRIGGER x_webhook_replays_firm_id BEFORE UPDATE OF firm_id ON webhook_replays FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();
