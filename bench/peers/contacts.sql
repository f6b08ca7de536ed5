-- The plain tables of PostGraphile and Directus, with the indexes that the requests need.
CREATE TABLE firms (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    name text NOT NULL
);

CREATE TABLE contacts (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    firm_id uuid NOT NULL REFERENCES firms,
    first_name text NOT NULL,
    last_name text NOT NULL,
    gender text,
    is_active boolean NOT NULL DEFAULT true,
    profile_pic text,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX contacts_newest ON contacts (firm_id, created_at DESC, id DESC);

CREATE TABLE phones (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    firm_id uuid NOT NULL REFERENCES firms,
    contact_id uuid NOT NULL REFERENCES contacts,
    position integer NOT NULL DEFAULT 0,
    type integer NOT NULL,
    phone text NOT NULL,
    phone_cc text NOT NULL,
    is_primary boolean NOT NULL
);
CREATE INDEX phones_contact ON phones (contact_id, position);

CREATE TABLE emails (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    firm_id uuid NOT NULL REFERENCES firms,
    contact_id uuid NOT NULL REFERENCES contacts,
    position integer NOT NULL DEFAULT 0,
    type integer NOT NULL,
    email text NOT NULL,
    is_primary boolean NOT NULL
);
CREATE INDEX emails_contact ON emails (contact_id, position);

CREATE TABLE addresses (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    firm_id uuid NOT NULL REFERENCES firms,
    contact_id uuid NOT NULL REFERENCES contacts,
    position integer NOT NULL DEFAULT 0,
    type integer NOT NULL,
    line1 text NOT NULL,
    line2 text NOT NULL,
    landmark text NOT NULL,
    city text NOT NULL,
    state text NOT NULL,
    country text NOT NULL,
    pin_code text NOT NULL
);
CREATE INDEX addresses_contact ON addresses (contact_id, position);

CREATE TABLE tags (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    firm_id uuid NOT NULL REFERENCES firms,
    name text NOT NULL,
    UNIQUE (firm_id, name)
);

-- Directus needs a key of one column; PostGraphile's is that of the pair.
CREATE TABLE contact_tags (
    firm_id uuid NOT NULL REFERENCES firms,
    contact_id uuid NOT NULL REFERENCES contacts,
    tag_id uuid NOT NULL REFERENCES tags
);
CREATE INDEX contact_tags_tag ON contact_tags (tag_id);
