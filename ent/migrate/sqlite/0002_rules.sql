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

-- What filters compare of the contacts that are not deleted, without the rest of their rows, and an index of all trigrams of the searched
-- texts. The contacts of a firm have numbers from 2^32 times the number of the firm on: they are a range of both, so that contacts of other
-- firms cost its searches nothing. In the index there are two spaces before each word, so that one character at the start of a word
-- has a trigram, too. Triggers keep all in step with the contacts, whoever writes these.
--
-- The index takes 512 numbers at once, since a statement that adds one contact to it takes as long as one that adds dozens. A firm's first
-- `indexed` numbers are in it; searches read the texts of the contacts that come after, at most 511.
CREATE TABLE x_firm_numbers (number integer PRIMARY KEY, firm_id uuid NOT NULL UNIQUE, indexed integer NOT NULL DEFAULT 0);
CREATE TRIGGER x_firm_numbers_insert AFTER INSERT ON firms
BEGIN INSERT INTO x_firm_numbers (firm_id) VALUES (NEW.id); END;
CREATE TRIGGER x_firm_numbers_delete AFTER DELETE ON firms
BEGIN DELETE FROM x_firm_numbers WHERE firm_id = OLD.id; END;

CREATE TABLE x_contact_texts (
  number integer PRIMARY KEY, id uuid NOT NULL, is_active bool NOT NULL, marks text NOT NULL, search text NOT NULL
);
CREATE INDEX x_contact_texts_id ON x_contact_texts (id);
CREATE VIEW x_contact_spaced AS SELECT number, replace(search, ' ', '  ') AS text FROM x_contact_texts t
WHERE number & 0xffffffff < (SELECT indexed FROM x_firm_numbers WHERE number = t.number >> 32);
CREATE VIRTUAL TABLE x_contact_words USING fts5(
  text, content='x_contact_spaced', content_rowid='number', columnsize=0, detail='none', tokenize='trigram case_sensitive 1'
);
CREATE TRIGGER x_contact_words_insert AFTER INSERT ON x_contact_texts WHEN NEW.number & 511 = 511
BEGIN
  INSERT INTO x_contact_words (rowid, text) SELECT number, replace(search, ' ', '  ') FROM x_contact_texts
  WHERE number BETWEEN NEW.number - 511 AND NEW.number;
  UPDATE x_firm_numbers SET indexed = (NEW.number & 0xffffffff) + 1 WHERE number = NEW.number >> 32;
END;
CREATE TRIGGER x_contact_words_update AFTER UPDATE OF search ON x_contact_texts
WHEN NEW.search <> OLD.search AND NEW.number & 0xffffffff < (SELECT indexed FROM x_firm_numbers WHERE number = NEW.number >> 32)
BEGIN
  INSERT INTO x_contact_words (x_contact_words, rowid, text) VALUES ('delete', OLD.number, replace(OLD.search, ' ', '  '));
  INSERT INTO x_contact_words (rowid, text) VALUES (NEW.number, replace(NEW.search, ' ', '  '));
END;
CREATE TRIGGER x_contact_words_delete AFTER DELETE ON x_contact_texts
WHEN OLD.number & 0xffffffff < (SELECT indexed FROM x_firm_numbers WHERE number = OLD.number >> 32)
BEGIN INSERT INTO x_contact_words (x_contact_words, rowid, text) VALUES ('delete', OLD.number, replace(OLD.search, ' ', '  ')); END;

-- A contact that is added has the number after the greatest of its firm, or the first that is not indexed. A SELECT in place of VALUES
-- would fill a temporary table for each.
CREATE TRIGGER x_contact_texts_insert AFTER INSERT ON contacts WHEN NEW.deleted_at IS NULL
BEGIN
  INSERT INTO x_contact_texts (number, id, is_active, marks, search) VALUES (
    (SELECT coalesce(
        (SELECT max(number) + 1 FROM x_contact_texts WHERE number BETWEEN (f.number << 32) + f.indexed AND (f.number << 32) + 0xffffffff),
        (f.number << 32) + f.indexed)
      FROM x_firm_numbers f WHERE f.firm_id = NEW.firm_id),
    NEW.id, NEW.is_active, NEW.marks, NEW.search);
END;
CREATE TRIGGER x_contact_texts_update AFTER UPDATE OF is_active, marks, search ON contacts
WHEN NEW.deleted_at IS NULL AND OLD.deleted_at IS NULL
  AND (NEW.search <> OLD.search OR NEW.marks <> OLD.marks OR NEW.is_active <> OLD.is_active)
BEGIN
  UPDATE x_contact_texts SET is_active = NEW.is_active, marks = NEW.marks, search = NEW.search
  WHERE id = NEW.id AND number >> 32 = (SELECT number FROM x_firm_numbers WHERE firm_id = NEW.firm_id);
END;
CREATE TRIGGER x_contact_texts_hide AFTER UPDATE OF deleted_at ON contacts WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL
BEGIN
  DELETE FROM x_contact_texts
  WHERE id = OLD.id AND number >> 32 = (SELECT number FROM x_firm_numbers WHERE firm_id = OLD.firm_id);
END;
CREATE TRIGGER x_contact_texts_restore AFTER UPDATE OF deleted_at ON contacts WHEN NEW.deleted_at IS NULL AND OLD.deleted_at IS NOT NULL
BEGIN
  INSERT INTO x_contact_texts (number, id, is_active, marks, search) VALUES (
    (SELECT coalesce(
        (SELECT max(number) + 1 FROM x_contact_texts WHERE number BETWEEN (f.number << 32) + f.indexed AND (f.number << 32) + 0xffffffff),
        (f.number << 32) + f.indexed)
      FROM x_firm_numbers f WHERE f.firm_id = NEW.firm_id),
    NEW.id, NEW.is_active, NEW.marks, NEW.search);
END;
CREATE TRIGGER x_contact_texts_delete AFTER DELETE ON contacts WHEN OLD.deleted_at IS NULL
BEGIN
  DELETE FROM x_contact_texts
  WHERE id = OLD.id AND number >> 32 = (SELECT number FROM x_firm_numbers WHERE firm_id = OLD.firm_id);
END;
