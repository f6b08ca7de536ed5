-- modify "messages" table
ALTER TABLE "messages" ADD COLUMN "conversation_id" uuid NULL;
-- create index "message_firm_id_conversation_id_occurred_at" to table: "messages"
CREATE INDEX "message_firm_id_conversation_id_occurred_at" ON "messages" ("firm_id", "conversation_id", "occurred_at") WHERE conversation_id IS NOT NULL;
-- create "conversation_notes" table
CREATE TABLE "conversation_notes" (
  "id" uuid NOT NULL,
  "conversation_id" uuid NOT NULL,
  "at" timestamptz NOT NULL,
  "body" text NOT NULL,
  "user_id" uuid NULL,
  "author" character varying NOT NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "conversation_notes_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "conversationnote_firm_id_conversation_id_at_id" to table: "conversation_notes"
CREATE INDEX "conversationnote_firm_id_conversation_id_at_id" ON "conversation_notes" ("firm_id", "conversation_id", "at", "id");
-- create "conversations" table
CREATE TABLE "conversations" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "channel_id" uuid NOT NULL,
  "address" character varying NOT NULL,
  "address_kind" character varying NOT NULL,
  "address_key" character varying NOT NULL COLLATE "C",
  "contact_id" uuid NULL,
  "status" character varying NOT NULL DEFAULT 'Open',
  "assigned_to" uuid NULL,
  "unread" bigint NOT NULL DEFAULT 0,
  "inbound_at" timestamptz NULL,
  "active_at" timestamptz NOT NULL,
  "last_message_id" uuid NOT NULL,
  "last_message_at" timestamptz NOT NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "conversations_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "conversation_firm_id_address_key_channel_id" to table: "conversations"
CREATE UNIQUE INDEX "conversation_firm_id_address_key_channel_id" ON "conversations" ("firm_id", "address_key", "channel_id");
-- create index "conversation_firm_id_active_at_id" to table: "conversations"
CREATE INDEX "conversation_firm_id_active_at_id" ON "conversations" ("firm_id", "active_at", "id");
-- create "quick_replies" table
CREATE TABLE "quick_replies" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "shortcut" character varying NOT NULL COLLATE "C",
  "body" text NOT NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "quick_replies_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "quickreply_firm_id_shortcut" to table: "quick_replies"
CREATE UNIQUE INDEX "quickreply_firm_id_shortcut" ON "quick_replies" ("firm_id", "shortcut");

-- No composite foreign key keeps these rows in their firm.
CREATE TRIGGER x_conversations_firm_id BEFORE UPDATE OF firm_id ON conversations FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();
CREATE TRIGGER x_conversation_notes_firm_id BEFORE UPDATE OF firm_id ON conversation_notes FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();
CREATE TRIGGER x_quick_replies_firm_id BEFORE UPDATE OF firm_id ON quick_replies FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();
