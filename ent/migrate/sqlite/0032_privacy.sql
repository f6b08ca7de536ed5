-- create index "message_firm_id_media_id" to table: "messages"
CREATE INDEX `message_firm_id_media_id` ON `messages` (`firm_id`, `media_id`) WHERE media_id IS NOT NULL;
-- add column "seal" to table: "consent_entries"
ALTER TABLE `consent_entries` ADD COLUMN `seal` blob NULL;

-- An entry of consent is changed once: when its person is erased, a keyed hash takes the place of the address.
DROP TRIGGER x_append_only_consent_entries_update;
CREATE TRIGGER x_append_only_consent_entries_update BEFORE UPDATE ON consent_entries
WHEN NOT (OLD.seal IS NULL AND NEW.seal IS NOT NULL AND NEW.address LIKE 'erased:%' AND NEW.address_key = NEW.address
  AND NEW.id = OLD.id AND NEW.firm_id = OLD.firm_id AND NEW.number = OLD.number AND NEW.kind = OLD.kind AND NEW.state = OLD.state
  AND NEW.source = OLD.source AND NEW.at = OLD.at AND NEW.actor_kind = OLD.actor_kind AND NEW.actor_id IS OLD.actor_id
  AND NEW.actor_name = OLD.actor_name AND NEW.hash = OLD.hash)
BEGIN SELECT RAISE(ABORT, 'rows of consent_entries are only added'); END;

-- Names and values leave an entry of the audit log together, when the person whom they name is erased. Who did what, when and to which record
-- stays.
DROP TRIGGER x_append_only_audit_entries_update;
CREATE TRIGGER x_append_only_audit_entries_update BEFORE UPDATE ON audit_entries
WHEN NOT (NEW.id = OLD.id AND NEW.firm_id = OLD.firm_id AND NEW.created_at = OLD.created_at AND NEW.actor_kind = OLD.actor_kind
  AND NEW.actor_id IS OLD.actor_id AND NEW.actor_name = OLD.actor_name AND NEW.actor_firm_id IS OLD.actor_firm_id
  AND NEW.action = OLD.action AND NEW.target_type = OLD.target_type AND NEW.target_id IS OLD.target_id
  AND NEW.address = OLD.address AND NEW.request_id = OLD.request_id
  AND NEW.target_name = '' AND NEW.before IS NULL AND NEW.after IS NULL)
BEGIN SELECT RAISE(ABORT, 'rows of audit_entries are only added'); END;
