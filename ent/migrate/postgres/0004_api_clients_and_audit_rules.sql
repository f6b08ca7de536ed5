-- What the ent schema can't say. All names begin with x_.

-- firms.policy_version rises with what decides on an API key, too: whoever remembers a key remembers it by that version.
CREATE TRIGGER x_policy_update AFTER UPDATE OF secret_hash, allowed_ips, expires_at, revoked_at ON api_clients FOR EACH ROW
  WHEN ((OLD.secret_hash, OLD.allowed_ips, OLD.expires_at, OLD.revoked_at)
    IS DISTINCT FROM (NEW.secret_hash, NEW.allowed_ips, NEW.expires_at, NEW.revoked_at))
  EXECUTE FUNCTION x_policy_of_row();
CREATE TRIGGER x_policy_delete AFTER DELETE ON api_clients
  REFERENCING OLD TABLE AS x_changed FOR EACH STATEMENT EXECUTE FUNCTION x_policy_of_changed();

CREATE TRIGGER x_policy_insert AFTER INSERT ON api_client_permissions
  REFERENCING NEW TABLE AS x_changed FOR EACH STATEMENT EXECUTE FUNCTION x_policy_of_changed();
CREATE TRIGGER x_policy_update AFTER UPDATE ON api_client_permissions
  REFERENCING NEW TABLE AS x_changed FOR EACH STATEMENT EXECUTE FUNCTION x_policy_of_changed();
CREATE TRIGGER x_policy_delete AFTER DELETE ON api_client_permissions
  REFERENCING OLD TABLE AS x_changed FOR EACH STATEMENT EXECUTE FUNCTION x_policy_of_changed();

-- The audit trail is only added to.
CREATE FUNCTION x_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are only added', TG_TABLE_NAME;
END $$;
CREATE TRIGGER x_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION x_append_only();
