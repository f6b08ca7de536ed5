-- modify "wallets" table
ALTER TABLE "wallets" ADD COLUMN "held" bigint NOT NULL DEFAULT 0, ADD COLUMN "holds" bigint NOT NULL DEFAULT 0;
ALTER TABLE "wallets" ADD CONSTRAINT "wallet_held" CHECK (held >= 0 AND held <= balance);
