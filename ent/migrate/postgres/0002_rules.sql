-- What the ent schema can't say. All names begin with x_.

-- There is one super-firm at most.
CREATE UNIQUE INDEX x_firms_super_firm ON firms (is_super_firm) WHERE is_super_firm;

-- A person belongs to a firm once. Invitations are not counted: who has changed the e-mail may be invited again by it, and
-- the firm must not see that it is the same person.
CREATE UNIQUE INDEX x_memberships_firm_id_user_id ON memberships (firm_id, user_id) WHERE status <> 'Invited';

-- A session is in a membership of its own user, or in none.
CREATE UNIQUE INDEX x_memberships_user_id_id ON memberships (user_id, id);
ALTER TABLE sessions ADD CONSTRAINT x_sessions_membership_id
  FOREIGN KEY (user_id, membership_id) REFERENCES memberships (user_id, id);

-- The tags of a contact.
CREATE INDEX x_contact_tags_contact_id ON contact_tags (contact_id);

-- The search for contacts: a part of the text, within a firm.
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX x_contacts_search ON contacts USING gin (firm_id, search gin_trgm_ops) WHERE deleted_at IS NULL;

-- firms.policy_version says by which policy a request decides. It rises in the transaction that changes a role, a
-- permission, a membership or a rule, so that the next request, on whichever instance, knows its policy is old.

-- Of the firms of the changed rows; once a statement, as permissions come and go by the dozen.
CREATE FUNCTION x_policy_of_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE firms SET policy_version = policy_version + 1 WHERE id IN (SELECT firm_id FROM x_changed);
  RETURN NULL;
END $$;

-- Of the firm of the changed row.
CREATE FUNCTION x_policy_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE firms SET policy_version = policy_version + 1 WHERE id = NEW.firm_id;
  RETURN NULL;
END $$;

-- Of all firms, unless no row was changed.
CREATE FUNCTION x_policy_of_all() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_LEVEL = 'STATEMENT' THEN
    IF NOT EXISTS (SELECT 1 FROM x_changed) THEN
      RETURN NULL;
    END IF;
  END IF;
  UPDATE firms SET policy_version = policy_version + 1;
  RETURN NULL;
END $$;

CREATE TRIGGER x_policy_insert AFTER INSERT ON roles
  REFERENCING NEW TABLE AS x_changed FOR EACH STATEMENT EXECUTE FUNCTION x_policy_of_changed();
CREATE TRIGGER x_policy_update AFTER UPDATE ON roles
  REFERENCING NEW TABLE AS x_changed FOR EACH STATEMENT EXECUTE FUNCTION x_policy_of_changed();
CREATE TRIGGER x_policy_delete AFTER DELETE ON roles
  REFERENCING OLD TABLE AS x_changed FOR EACH STATEMENT EXECUTE FUNCTION x_policy_of_changed();

CREATE TRIGGER x_policy_insert AFTER INSERT ON role_permissions
  REFERENCING NEW TABLE AS x_changed FOR EACH STATEMENT EXECUTE FUNCTION x_policy_of_changed();
CREATE TRIGGER x_policy_update AFTER UPDATE ON role_permissions
  REFERENCING NEW TABLE AS x_changed FOR EACH STATEMENT EXECUTE FUNCTION x_policy_of_changed();
CREATE TRIGGER x_policy_delete AFTER DELETE ON role_permissions
  REFERENCING OLD TABLE AS x_changed FOR EACH STATEMENT EXECUTE FUNCTION x_policy_of_changed();

CREATE TRIGGER x_policy_insert AFTER INSERT ON memberships
  REFERENCING NEW TABLE AS x_changed FOR EACH STATEMENT EXECUTE FUNCTION x_policy_of_changed();
CREATE TRIGGER x_policy_update AFTER UPDATE OF user_id, role_id, status ON memberships FOR EACH ROW
  WHEN ((OLD.user_id, OLD.role_id, OLD.status) IS DISTINCT FROM (NEW.user_id, NEW.role_id, NEW.status))
  EXECUTE FUNCTION x_policy_of_row();
CREATE TRIGGER x_policy_delete AFTER DELETE ON memberships
  REFERENCING OLD TABLE AS x_changed FOR EACH STATEMENT EXECUTE FUNCTION x_policy_of_changed();

CREATE TRIGGER x_policy_insert AFTER INSERT ON role_properties
  REFERENCING NEW TABLE AS x_changed FOR EACH STATEMENT EXECUTE FUNCTION x_policy_of_all();
CREATE TRIGGER x_policy_update AFTER UPDATE OF module_name, property_name, deleted_at ON role_properties FOR EACH ROW
  WHEN ((OLD.module_name, OLD.property_name, OLD.deleted_at)
    IS DISTINCT FROM (NEW.module_name, NEW.property_name, NEW.deleted_at))
  EXECUTE FUNCTION x_policy_of_all();
CREATE TRIGGER x_policy_delete AFTER DELETE ON role_properties
  REFERENCING OLD TABLE AS x_changed FOR EACH STATEMENT EXECUTE FUNCTION x_policy_of_all();

CREATE TRIGGER x_policy_insert AFTER INSERT ON policy_rules
  REFERENCING NEW TABLE AS x_changed FOR EACH STATEMENT EXECUTE FUNCTION x_policy_of_all();
CREATE TRIGGER x_policy_update AFTER UPDATE OF ptype, v0, v1, v2, v3, v4 ON policy_rules FOR EACH ROW
  WHEN ((OLD.ptype, OLD.v0, OLD.v1, OLD.v2, OLD.v3, OLD.v4)
    IS DISTINCT FROM (NEW.ptype, NEW.v0, NEW.v1, NEW.v2, NEW.v3, NEW.v4))
  EXECUTE FUNCTION x_policy_of_all();
CREATE TRIGGER x_policy_delete AFTER DELETE ON policy_rules
  REFERENCING OLD TABLE AS x_changed FOR EACH STATEMENT EXECUTE FUNCTION x_policy_of_all();
