-- modify "conversation_notes" table
ALTER TABLE "conversation_notes" ADD COLUMN "reference" character varying NULL;
-- create index "conversationnote_firm_id_reference" to table: "conversation_notes"
CREATE UNIQUE INDEX "conversationnote_firm_id_reference" ON "conversation_notes" ("firm_id", "reference");
