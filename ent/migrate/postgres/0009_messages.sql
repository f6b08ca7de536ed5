-- create "message_clocks" table
CREATE TABLE "message_clocks" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "time_zone" character varying NOT NULL,
  "version" bigint NOT NULL DEFAULT 1,
  "next_time_zone" character varying NOT NULL DEFAULT '',
  "done_at" timestamptz NULL,
  "done_id" uuid NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "message_clocks_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "messageclock_firm_id" to table: "message_clocks"
CREATE UNIQUE INDEX "messageclock_firm_id" ON "message_clocks" ("firm_id");
-- create "message_counts" table
CREATE TABLE "message_counts" (
  "id" uuid NOT NULL,
  "version" bigint NOT NULL,
  "kind" character varying NOT NULL,
  "day" bigint NOT NULL,
  "key" character varying NOT NULL COLLATE "C",
  "sent" bigint NOT NULL,
  "received" bigint NOT NULL,
  "delivered" bigint NOT NULL,
  "read" bigint NOT NULL,
  "failed" bigint NOT NULL,
  "phone" character varying NOT NULL DEFAULT '',
  "last_at" timestamptz NOT NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "message_counts_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "messagecount_firm_id_version_kind_day_key" to table: "message_counts"
CREATE UNIQUE INDEX "messagecount_firm_id_version_kind_day_key" ON "message_counts" ("firm_id", "version", "kind", "day", "key");
-- create "message_keys" table
CREATE TABLE "message_keys" (
  "id" uuid NOT NULL,
  "provider_message_id" character varying NOT NULL COLLATE "C",
  "occurred_at" timestamptz NOT NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "message_keys_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "messagekey_firm_id_provider_message_id" to table: "message_keys"
CREATE UNIQUE INDEX "messagekey_firm_id_provider_message_id" ON "message_keys" ("firm_id", "provider_message_id");
-- create index "messagekey_occurred_at" to table: "message_keys"
CREATE INDEX "messagekey_occurred_at" ON "message_keys" ("occurred_at");
-- The months are partitions, which x_create_message_partitions creates.
-- create "messages" table
CREATE TABLE messages (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "occurred_at" timestamptz NOT NULL,
  "provider_message_id" character varying NOT NULL COLLATE "C",
  "direction" character varying NOT NULL,
  "phone" character varying NULL,
  "person_key" character varying NOT NULL COLLATE "C",
  "template_name" character varying NULL,
  "campaign" character varying NULL,
  "category" character varying NOT NULL,
  "body" text NULL,
  "status" character varying NOT NULL,
  "delivered_at" timestamptz NULL,
  "read_at" timestamptz NULL,
  "failed_at" timestamptz NULL,
  "error_code" character varying NULL,
  "error_text" character varying NULL,
  "firm_id" uuid NOT NULL,
  "contact_id" uuid NULL,
  PRIMARY KEY ("firm_id", "occurred_at", "id"),
  CONSTRAINT "messages_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION,
  CONSTRAINT "messages_contacts_contact" FOREIGN KEY ("firm_id", "contact_id") REFERENCES "contacts" ("firm_id", "id") ON DELETE NO ACTION
) PARTITION BY RANGE (occurred_at);
-- create index "message_firm_id_contact_id_occurred_at" to table: "messages"
CREATE INDEX "message_firm_id_contact_id_occurred_at" ON "messages" ("firm_id", "contact_id", "occurred_at");
-- create index "message_firm_id_person_key_occurred_at" to table: "messages"
CREATE INDEX "message_firm_id_person_key_occurred_at" ON "messages" ("firm_id", "person_key", "occurred_at");

-- Creates the partitions of messages from one month to another, where they are missing. Months are those of UTC.
CREATE FUNCTION x_create_message_partitions(first date, last date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE month date;
BEGIN
  FOR month IN SELECT generate_series(date_trunc('month', first), date_trunc('month', last), '1 month')::date LOOP
    IF to_regclass('messages_' || to_char(month, 'YYYYMM')) IS NULL THEN
      EXECUTE format('CREATE TABLE %I PARTITION OF messages FOR VALUES FROM (%L) TO (%L)',
        'messages_' || to_char(month, 'YYYYMM'), month || ' 00:00:00+00', (month + interval '1 month')::date || ' 00:00:00+00');
    END IF;
  END LOOP;
END $$;
SELECT x_create_message_partitions(
  (now() AT TIME ZONE 'UTC' - interval '14 months')::date, (now() AT TIME ZONE 'UTC' + interval '12 months')::date);

-- No composite foreign key keeps these rows in their firm.
CREATE TRIGGER x_message_clocks_firm_id BEFORE UPDATE OF firm_id ON message_clocks FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();
CREATE TRIGGER x_message_counts_firm_id BEFORE UPDATE OF firm_id ON message_counts FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();
CREATE TRIGGER x_message_keys_firm_id BEFORE UPDATE OF firm_id ON message_keys FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();
CREATE TRIGGER x_messages_firm_id BEFORE UPDATE OF firm_id ON messages FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();

-- These rows change often. Room on their pages lets PostgreSQL do so without touching the indexes.
ALTER TABLE message_counts SET (fillfactor = 50);
