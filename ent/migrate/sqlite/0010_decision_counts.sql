-- create "decision_counts" table
CREATE TABLE `decision_counts` (
  `id` uuid NOT NULL,
  `subject_id` uuid NOT NULL,
  `module` text NOT NULL,
  `action` text NOT NULL,
  `day` integer NOT NULL,
  `allowed` bool NOT NULL,
  `calls` integer NOT NULL,
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `decision_counts_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create index "decisioncount_firm_id_subject_id_module_action_day_allowed" to table: "decision_counts"
CREATE UNIQUE INDEX `decisioncount_firm_id_subject_id_module_action_day_allowed` ON `decision_counts` (`firm_id`, `subject_id`, `module`, `action`, `day`, `allowed`);
-- create index "decisioncount_day_subject_id" to table: "decision_counts"
CREATE INDEX `decisioncount_day_subject_id` ON `decision_counts` (`day`, `subject_id`);

-- No composite foreign key keeps these rows in their firm.
CREATE TRIGGER `x_decision_counts_firm_id` BEFORE UPDATE OF `firm_id` ON `decision_counts`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: decision_counts stay in their firm'); END;
