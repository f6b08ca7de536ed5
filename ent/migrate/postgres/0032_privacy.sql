-- modify "consent_entries" table
ALTER TABLE "consent_entries" ADD COLUMN "seal" bytea NULL;
-- create index "message_firm_id_media_id" to table: "messages"
CREATE INDEX "message_firm_id_media_id" ON "messages" ("firm_id", "media_id") WHERE media_id IS NOT NULL;

-- An entry of consent is changed once: when its person is erased, a keyed hash takes the place of the address.
DROP TRIGGER x_append_only ON consent_entries;
CREATE FUNCTION x_consent_entries_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.seal IS NULL AND NEW.seal IS NOT NULL AND NEW.address LIKE 'erased:%' AND NEW.address_key = NEW.address
    AND to_jsonb(NEW) - '{address,address_key,evidence,seal}'::text[] = to_jsonb(OLD) - '{address,address_key,evidence,seal}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'rows of % are only added', TG_TABLE_NAME;
END $$;
CREATE TRIGGER x_append_only BEFORE UPDATE OR DELETE ON consent_entries
  FOR EACH ROW EXECUTE FUNCTION x_consent_entries_seal();

-- Names and values leave an entry of the audit log together, when the person whom they name is erased. Who did what, when and to which record
-- stays.
DROP TRIGGER x_append_only ON audit_entries;
CREATE FUNCTION x_audit_entries_erase() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.target_name = '' AND NEW.before IS NULL AND NEW.after IS NULL
    AND to_jsonb(NEW) - '{target_name,before,after}'::text[] = to_jsonb(OLD) - '{target_name,before,after}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'rows of % are only added', TG_TABLE_NAME;
END $$;
CREATE TRIGGER x_append_only BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION x_audit_entries_erase();
