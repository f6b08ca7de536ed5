-- What the ent schema can't express. All names begin with x_.

-- There is at most one super-firm.
CREATE UNIQUE INDEX x_firm_names_super_firm ON firm_names (is_super_firm) WHERE is_super_firm;

-- A person has one membership in a firm. Invitations are not counted: a person who has changed the e-mail may be invited by
-- the new one, and the firm must not learn that it is the same person.
CREATE UNIQUE INDEX x_memberships_firm_id_user_id ON memberships (firm_id, user_id) WHERE status <> 'Invited';

-- The search for contacts of a firm by a part of the text.
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX x_contacts_search ON contacts USING gin (firm_id, search gin_trgm_ops) WHERE deleted_at IS NULL;

-- The policy has two versions. policy_versions has that of the policy rules and the permissions that exist, which apply to all
-- firms; hooks of ent raise it. firms.policy_version is that of the roles, memberships and API clients of a firm; the triggers
-- below raise it. A version rises in the transaction of the change, so that the next request, on any instance, does not
-- use a policy that was loaded before.
--
-- The triggers are row triggers that write a row of the same firm, so that the tables can be distributed by firm.
INSERT INTO policy_versions (id, version) VALUES ('00000000-0000-0000-0000-000000000000', 1);

CREATE FUNCTION x_raise_policy_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE firms SET policy_version = policy_version + 1
  WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.firm_id ELSE NEW.firm_id END;
  RETURN NULL;
END $$;

CREATE TRIGGER x_policy AFTER INSERT OR UPDATE OR DELETE ON roles
  FOR EACH ROW EXECUTE FUNCTION x_raise_policy_version();
CREATE TRIGGER x_policy AFTER INSERT OR UPDATE OR DELETE ON role_permissions
  FOR EACH ROW EXECUTE FUNCTION x_raise_policy_version();
CREATE TRIGGER x_policy AFTER INSERT OR UPDATE OR DELETE ON api_client_permissions
  FOR EACH ROW EXECUTE FUNCTION x_raise_policy_version();

CREATE TRIGGER x_policy AFTER INSERT OR DELETE ON memberships
  FOR EACH ROW EXECUTE FUNCTION x_raise_policy_version();
CREATE TRIGGER x_policy_update AFTER UPDATE OF user_id, role_id, status ON memberships FOR EACH ROW
  WHEN ((OLD.user_id, OLD.role_id, OLD.status) IS DISTINCT FROM (NEW.user_id, NEW.role_id, NEW.status))
  EXECUTE FUNCTION x_raise_policy_version();

-- What is remembered of an API key is valid for one version, too.
CREATE TRIGGER x_policy AFTER DELETE ON api_clients
  FOR EACH ROW EXECUTE FUNCTION x_raise_policy_version();
CREATE TRIGGER x_policy_update AFTER UPDATE OF secret_hash, allowed_ips, expires_at, revoked_at ON api_clients FOR EACH ROW
  WHEN ((OLD.secret_hash, OLD.allowed_ips, OLD.expires_at, OLD.revoked_at)
    IS DISTINCT FROM (NEW.secret_hash, NEW.allowed_ips, NEW.expires_at, NEW.revoked_at))
  EXECUTE FUNCTION x_raise_policy_version();

-- Audit entries are neither changed nor deleted.
CREATE FUNCTION x_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are only added', TG_TABLE_NAME;
END $$;
CREATE TRIGGER x_append_only BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION x_append_only();
CREATE TRIGGER x_append_only BEFORE UPDATE OR DELETE ON global_audit_entries
  FOR EACH ROW EXECUTE FUNCTION x_append_only();
-- There is no row trigger of TRUNCATE. Where the tables are distributed, these two are dropped.
CREATE TRIGGER x_append_only_truncate BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION x_append_only();
CREATE TRIGGER x_append_only_truncate BEFORE TRUNCATE ON global_audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION x_append_only();
