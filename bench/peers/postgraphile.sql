-- What PostGraphile needs beside the tables: memberships, policies by them, and a function that creates a contact with its parts.
ALTER TABLE contact_tags ADD PRIMARY KEY (contact_id, tag_id);

CREATE TABLE memberships (
    user_id uuid NOT NULL,
    firm_id uuid NOT NULL REFERENCES firms,
    is_active boolean NOT NULL DEFAULT true,
    PRIMARY KEY (user_id, firm_id)
);

-- current_firm returns the firm of the token, if its user is still an active member. A policy asks for it in a subquery, so that it runs once for a
-- table and not once for a row. PL/pgSQL keeps the plan, which a function in SQL would make anew with every request.
CREATE FUNCTION current_firm() RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public AS $$
BEGIN
    RETURN (SELECT firm_id FROM memberships
        WHERE user_id = nullif(current_setting('jwt.claims.user_id', true), '')::uuid
            AND firm_id = nullif(current_setting('jwt.claims.firm_id', true), '')::uuid
            AND is_active);
END $$;

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['contacts', 'phones', 'emails', 'addresses', 'tags', 'contact_tags'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY own_firm ON %I USING (firm_id = (SELECT current_firm())) WITH CHECK (firm_id = (SELECT current_firm()))', name);
    END LOOP;
END $$;

CREATE TYPE phone_input AS (type integer, phone text, phone_cc text, is_primary boolean);
CREATE TYPE email_input AS (type integer, email text, is_primary boolean);

CREATE FUNCTION add_contact(first_name text, last_name text, phones phone_input[], emails email_input[], tag_ids uuid[])
RETURNS contacts LANGUAGE plpgsql VOLATILE AS $$
DECLARE made contacts;
BEGIN
    INSERT INTO contacts (firm_id, first_name, last_name) VALUES (current_firm(), add_contact.first_name, add_contact.last_name)
        RETURNING * INTO made;
    INSERT INTO phones (firm_id, contact_id, position, type, phone, phone_cc, is_primary)
        SELECT made.firm_id, made.id, p.n, p.type, p.phone, p.phone_cc, p.is_primary
        FROM unnest(add_contact.phones) WITH ORDINALITY AS p (type, phone, phone_cc, is_primary, n);
    INSERT INTO emails (firm_id, contact_id, position, type, email, is_primary)
        SELECT made.firm_id, made.id, e.n, e.type, e.email, e.is_primary
        FROM unnest(add_contact.emails) WITH ORDINALITY AS e (type, email, is_primary, n);
    INSERT INTO contact_tags (firm_id, contact_id, tag_id)
        SELECT made.firm_id, made.id, t.id FROM tags t WHERE t.id = ANY (add_contact.tag_ids);
    RETURN made;
END $$;
