-- What the ent schema can't express. All names begin with x_.

-- There is at most one super-firm.
CREATE UNIQUE INDEX x_firm_names_super_firm ON firm_names (is_super_firm) WHERE is_super_firm;

-- A person has one membership in a firm. Invitations are not counted: a person who has changed the e-mail may be invited by
-- the new one, and the firm must not learn that it is the same person.
CREATE UNIQUE INDEX x_memberships_firm_id_user_id ON memberships (firm_id, user_id) WHERE status <> 'Invited';

-- The policy has two versions. policy_versions has that of the policy rules and the permissions that exist, which apply to all
-- firms; hooks of ent raise it. firms.policy_version is that of the roles, memberships and API clients of a firm; the triggers
-- below raise it. A version rises in the transaction of the change, so that the next request does not use a policy that was
-- loaded before.
INSERT INTO policy_versions (id, version) VALUES ('00000000-0000-0000-0000-000000000000', 1);

CREATE TRIGGER x_policy_roles_insert AFTER INSERT ON roles
BEGIN UPDATE firms SET policy_version = policy_version + 1 WHERE id = NEW.firm_id; END;
CREATE TRIGGER x_policy_roles_update AFTER UPDATE ON roles
BEGIN UPDATE firms SET policy_version = policy_version + 1 WHERE id = NEW.firm_id; END;
CREATE TRIGGER x_policy_roles_delete AFTER DELETE ON roles
BEGIN UPDATE firms SET policy_version = policy_version + 1 WHERE id = OLD.firm_id; END;

CREATE TRIGGER x_policy_role_permissions_insert AFTER INSERT ON role_permissions
BEGIN UPDATE firms SET policy_version = policy_version + 1 WHERE id = NEW.firm_id; END;
CREATE TRIGGER x_policy_role_permissions_update AFTER UPDATE ON role_permissions
BEGIN UPDATE firms SET policy_version = policy_version + 1 WHERE id = NEW.firm_id; END;
CREATE TRIGGER x_policy_role_permissions_delete AFTER DELETE ON role_permissions
BEGIN UPDATE firms SET policy_version = policy_version + 1 WHERE id = OLD.firm_id; END;

CREATE TRIGGER x_policy_api_client_permissions_insert AFTER INSERT ON api_client_permissions
BEGIN UPDATE firms SET policy_version = policy_version + 1 WHERE id = NEW.firm_id; END;
CREATE TRIGGER x_policy_api_client_permissions_update AFTER UPDATE ON api_client_permissions
BEGIN UPDATE firms SET policy_version = policy_version + 1 WHERE id = NEW.firm_id; END;
CREATE TRIGGER x_policy_api_client_permissions_delete AFTER DELETE ON api_client_permissions
BEGIN UPDATE firms SET policy_version = policy_version + 1 WHERE id = OLD.firm_id; END;

CREATE TRIGGER x_policy_memberships_insert AFTER INSERT ON memberships
BEGIN UPDATE firms SET policy_version = policy_version + 1 WHERE id = NEW.firm_id; END;
CREATE TRIGGER x_policy_memberships_update AFTER UPDATE OF user_id, role_id, status ON memberships
WHEN NEW.user_id IS NOT OLD.user_id OR NEW.role_id IS NOT OLD.role_id OR NEW.status IS NOT OLD.status
BEGIN UPDATE firms SET policy_version = policy_version + 1 WHERE id = NEW.firm_id; END;
CREATE TRIGGER x_policy_memberships_delete AFTER DELETE ON memberships
BEGIN UPDATE firms SET policy_version = policy_version + 1 WHERE id = OLD.firm_id; END;

-- What is remembered of an API key is valid for one version, too.
CREATE TRIGGER x_policy_api_clients_update AFTER UPDATE OF secret_hash, allowed_ips, expires_at, revoked_at ON api_clients
WHEN NEW.secret_hash IS NOT OLD.secret_hash OR NEW.allowed_ips IS NOT OLD.allowed_ips
  OR NEW.expires_at IS NOT OLD.expires_at OR NEW.revoked_at IS NOT OLD.revoked_at
BEGIN UPDATE firms SET policy_version = policy_version + 1 WHERE id = NEW.firm_id; END;
CREATE TRIGGER x_policy_api_clients_delete AFTER DELETE ON api_clients
BEGIN UPDATE firms SET policy_version = policy_version + 1 WHERE id = OLD.firm_id; END;

-- Audit entries are neither changed nor deleted. REPLACE runs no trigger of DELETE.
CREATE TRIGGER x_append_only_audit_entries_update BEFORE UPDATE ON audit_entries
BEGIN SELECT RAISE(ABORT, 'rows of audit_entries are only added'); END;
CREATE TRIGGER x_append_only_audit_entries_delete BEFORE DELETE ON audit_entries
BEGIN SELECT RAISE(ABORT, 'rows of audit_entries are only added'); END;
CREATE TRIGGER x_append_only_audit_entries_replace BEFORE INSERT ON audit_entries
WHEN EXISTS (SELECT 1 FROM audit_entries WHERE firm_id = NEW.firm_id AND id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'rows of audit_entries are only added'); END;
CREATE TRIGGER x_append_only_global_audit_entries_update BEFORE UPDATE ON global_audit_entries
BEGIN SELECT RAISE(ABORT, 'rows of global_audit_entries are only added'); END;
CREATE TRIGGER x_append_only_global_audit_entries_delete BEFORE DELETE ON global_audit_entries
BEGIN SELECT RAISE(ABORT, 'rows of global_audit_entries are only added'); END;
CREATE TRIGGER x_append_only_global_audit_entries_replace BEFORE INSERT ON global_audit_entries
WHEN EXISTS (SELECT 1 FROM global_audit_entries WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'rows of global_audit_entries are only added'); END;
