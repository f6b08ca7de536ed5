-- What the ent schema can't say. All names begin with x_.

-- There is one super-firm at most.
CREATE UNIQUE INDEX x_firms_super_firm ON firms (is_super_firm) WHERE is_super_firm;

-- A person belongs to a firm once. Invitations are not counted: who has changed the e-mail may be invited again by it, and
-- the firm must not see that it is the same person.
CREATE UNIQUE INDEX x_memberships_firm_id_user_id ON memberships (firm_id, user_id) WHERE status <> 'Invited';

-- A session is in a membership of its own user, or in none.
CREATE TRIGGER x_sessions_membership_id_insert BEFORE INSERT ON sessions
WHEN NEW.membership_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM memberships WHERE id = NEW.membership_id AND user_id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: sessions.membership_id refers to no row of its user'); END;
CREATE TRIGGER x_sessions_membership_id_update BEFORE UPDATE OF user_id, membership_id ON sessions
WHEN NEW.membership_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM memberships WHERE id = NEW.membership_id AND user_id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: sessions.membership_id refers to no row of its user'); END;
CREATE TRIGGER x_memberships_user_id BEFORE UPDATE OF user_id ON memberships
WHEN NEW.user_id IS NOT OLD.user_id AND EXISTS (SELECT 1 FROM sessions WHERE membership_id = OLD.id)
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: memberships with sessions stay with their user'); END;

-- The tags of a contact.
CREATE INDEX x_contact_tags_contact_id ON contact_tags (contact_id);

-- firms.policy_version says by which policy a request decides. It rises in the transaction that changes a role, a
-- permission, a membership or a rule, so that the next request knows its policy is old.

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

CREATE TRIGGER x_policy_memberships_insert AFTER INSERT ON memberships
BEGIN UPDATE firms SET policy_version = policy_version + 1 WHERE id = NEW.firm_id; END;
CREATE TRIGGER x_policy_memberships_update AFTER UPDATE OF user_id, role_id, status ON memberships
WHEN NEW.user_id IS NOT OLD.user_id OR NEW.role_id IS NOT OLD.role_id OR NEW.status IS NOT OLD.status
BEGIN UPDATE firms SET policy_version = policy_version + 1 WHERE id = NEW.firm_id; END;
CREATE TRIGGER x_policy_memberships_delete AFTER DELETE ON memberships
BEGIN UPDATE firms SET policy_version = policy_version + 1 WHERE id = OLD.firm_id; END;

CREATE TRIGGER x_policy_role_properties_insert AFTER INSERT ON role_properties
BEGIN UPDATE firms SET policy_version = policy_version + 1; END;
CREATE TRIGGER x_policy_role_properties_update AFTER UPDATE OF module_name, property_name, deleted_at ON role_properties
WHEN NEW.module_name IS NOT OLD.module_name OR NEW.property_name IS NOT OLD.property_name OR NEW.deleted_at IS NOT OLD.deleted_at
BEGIN UPDATE firms SET policy_version = policy_version + 1; END;
CREATE TRIGGER x_policy_role_properties_delete AFTER DELETE ON role_properties
BEGIN UPDATE firms SET policy_version = policy_version + 1; END;

CREATE TRIGGER x_policy_policy_rules_insert AFTER INSERT ON policy_rules
BEGIN UPDATE firms SET policy_version = policy_version + 1; END;
CREATE TRIGGER x_policy_policy_rules_update AFTER UPDATE OF ptype, v0, v1, v2, v3, v4 ON policy_rules
WHEN NEW.ptype IS NOT OLD.ptype OR NEW.v0 IS NOT OLD.v0 OR NEW.v1 IS NOT OLD.v1
  OR NEW.v2 IS NOT OLD.v2 OR NEW.v3 IS NOT OLD.v3 OR NEW.v4 IS NOT OLD.v4
BEGIN UPDATE firms SET policy_version = policy_version + 1; END;
CREATE TRIGGER x_policy_policy_rules_delete AFTER DELETE ON policy_rules
BEGIN UPDATE firms SET policy_version = policy_version + 1; END;
