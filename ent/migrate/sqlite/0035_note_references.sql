-- create "new_conversation_notes" table
CREATE TABLE `new_conversation_notes` (
  `id` uuid NOT NULL,
  `conversation_id` uuid NOT NULL,
  `at` datetime NOT NULL,
  `body` text NOT NULL,
  `user_id` uuid NULL,
  `author` text NOT NULL,
  `reference` text NULL,
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `conversation_notes_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- copy rows from old table "conversation_notes" to new temporary table "new_conversation_notes"
INSERT INTO `new_conversation_notes` (`id`, `conversation_id`, `at`, `body`, `user_id`, `author`, `firm_id`) SELECT `id`, `conversation_id`, `at`, `body`, `user_id`, `author`, `firm_id` FROM `conversation_notes`;
-- drop "conversation_notes" table after copying rows
DROP TABLE `conversation_notes`;
-- rename temporary table "new_conversation_notes" to "conversation_notes"
ALTER TABLE `new_conversation_notes` RENAME TO `conversation_notes`;
-- create index "conversationnote_firm_id_conversation_id_at_id" to table: "conversation_notes"
CREATE INDEX `conversationnote_firm_id_conversation_id_at_id` ON `conversation_notes` (`firm_id`, `conversation_id`, `at`, `id`);
-- create index "conversationnote_firm_id_reference" to table: "conversation_notes"
CREATE UNIQUE INDEX `conversationnote_firm_id_reference` ON `conversation_notes` (`firm_id`, `reference`);
-- again, as the table was rebuilt
CREATE TRIGGER `x_conversation_notes_firm_id` BEFORE UPDATE OF `firm_id` ON `conversation_notes`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: conversation_notes stay in their firm'); END;
