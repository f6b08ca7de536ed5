-- modify "message_clocks" table
ALTER TABLE "message_clocks" ADD COLUMN "emptied_until" timestamptz NULL;
