-- modify "channels" table
ALTER TABLE "channels" ADD COLUMN "qr_codes" jsonb NULL;
