-- What Directus needs beside the tables: it makes its own ones, and keys of one column.
ALTER TABLE contact_tags ADD COLUMN id uuid PRIMARY KEY DEFAULT gen_random_uuid();
CREATE UNIQUE INDEX contact_tags_pair ON contact_tags (contact_id, tag_id);
