-- modify "consents" table
ALTER TABLE "consents" ADD COLUMN "said_at" timestamptz NULL;
-- modify "templates" table
ALTER TABLE "templates" ADD COLUMN "decided_at" timestamptz NULL;
