-- modify "firms" table
ALTER TABLE "firms" ADD COLUMN "require_opt_in" boolean NOT NULL DEFAULT false, ADD COLUMN "opt_out_words" jsonb NULL;
