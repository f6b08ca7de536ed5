-- create "decision_counts" table
CREATE TABLE "decision_counts" (
  "id" uuid NOT NULL,
  "subject_id" uuid NOT NULL,
  "module" character varying NOT NULL COLLATE "C",
  "action" character varying NOT NULL COLLATE "C",
  "day" bigint NOT NULL,
  "allowed" boolean NOT NULL,
  "calls" bigint NOT NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "decision_counts_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "decisioncount_firm_id_subject_id_module_action_day_allowed" to table: "decision_counts"
CREATE UNIQUE INDEX "decisioncount_firm_id_subject_id_module_action_day_allowed" ON "decision_counts" ("firm_id", "subject_id", "module", "action", "day", "allowed");
-- create index "decisioncount_day_subject_id" to table: "decision_counts"
CREATE INDEX "decisioncount_day_subject_id" ON "decision_counts" ("day", "subject_id");

-- No composite foreign key keeps these rows in their firm.
CREATE TRIGGER x_decision_counts_firm_id BEFORE UPDATE OF firm_id ON decision_counts FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();

-- These rows change often. Room on their pages lets PostgreSQL do so without touching the indexes.
ALTER TABLE decision_counts SET (fillfactor = 50);
