-- create "event_sequences" table
CREATE TABLE "event_sequences" (
  "id" uuid NOT NULL,
  "last" bigint NOT NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "event_sequences_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "eventsequence_firm_id" to table: "event_sequences"
CREATE UNIQUE INDEX "eventsequence_firm_id" ON "event_sequences" ("firm_id");
-- create "numbered_events" table
CREATE TABLE "numbered_events" (
  "id" uuid NOT NULL,
  "sequence" bigint NOT NULL,
  "type" character varying NOT NULL,
  "data" json NOT NULL,
  "raised_at" timestamptz NOT NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "numbered_events_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "numberedevent_firm_id_sequence" to table: "numbered_events"
CREATE UNIQUE INDEX "numberedevent_firm_id_sequence" ON "numbered_events" ("firm_id", "sequence");
-- create index "numberedevent_raised_at" to table: "numbered_events"
CREATE INDEX "numberedevent_raised_at" ON "numbered_events" ("raised_at");
-- create "raised_events" table
CREATE TABLE "raised_events" (
  "id" uuid NOT NULL,
  "type" character varying NOT NULL,
  "record_id" uuid NOT NULL,
  "data" json NULL,
  "raised_at" timestamptz NOT NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "raised_events_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "raisedevent_raised_at" to table: "raised_events"
CREATE INDEX "raisedevent_raised_at" ON "raised_events" ("raised_at");

-- No composite foreign key keeps these rows in their firm.
CREATE TRIGGER x_event_sequences_firm_id BEFORE UPDATE OF firm_id ON event_sequences FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();
CREATE TRIGGER x_numbered_events_firm_id BEFORE UPDATE OF firm_id ON numbered_events FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();
CREATE TRIGGER x_raised_events_firm_id BEFORE UPDATE OF firm_id ON raised_events FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();
