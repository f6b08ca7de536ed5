-- What the ent schema can't say. All names begin with x_.

-- firms.policy_version rises with what decides on an API key, too: whoever remembers a key remembers it by that version.
CREATE TRIGGER x_policy_api_clients_update AFTER UPDATE OF secret_hash, allowed_ips, expires_at, revoked_at ON api_clients
WHEN NEW.secret_hash IS NOT OLD.secret_hash OR NEW.allowed_ips IS NOT OLD.allowed_ips
  OR NEW.expires_at IS NOT OLD.expires_at OR NEW.revoked_at IS NOT OLD.revoked_at
BEGIN UPDATE firms SET policy_version = policy_version + 1 WHERE id = NEW.firm_id; END;
CREATE TRIGGER x_policy_api_clients_delete AFTER DELETE ON api_clients
BEGIN UPDATE firms SET policy_version = policy_version + 1 WHERE id = OLD.firm_id; END;

CREATE TRIGGER x_policy_api_client_permissions_insert AFTER INSERT ON api_client_permissions
BEGIN UPDATE firms SET policy_version = policy_version + 1 WHERE id = NEW.firm_id; END;
CREATE TRIGGER x_policy_api_client_permissions_update AFTER UPDATE ON api_client_permissions
BEGIN UPDATE firms SET policy_version = policy_version + 1 WHERE id = NEW.firm_id; END;
CREATE TRIGGER x_policy_api_client_permissions_delete AFTER DELETE ON api_client_permissions
BEGIN UPDATE firms SET policy_version = policy_version + 1 WHERE id = OLD.firm_id; END;

-- The audit trail is only added to.
CREATE TRIGGER x_append_only_update BEFORE UPDATE ON audit_entries
BEGIN SELECT RAISE(ABORT, 'rows of audit_entries are only added'); END;
CREATE TRIGGER x_append_only_delete BEFORE DELETE ON audit_entries
BEGIN SELECT RAISE(ABORT, 'rows of audit_entries are only added'); END;
CREATE TRIGGER x_append_only_replace BEFORE INSERT ON audit_entries
WHEN EXISTS (SELECT 1 FROM audit_entries WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'rows of audit_entries are only added'); END; -- REPLACE fires no trigger of DELETE
