-- create "wallets" table
CREATE TABLE "wallets" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "currency" character varying NOT NULL,
  "balance" bigint NOT NULL DEFAULT 0,
  "turnover" bigint NOT NULL DEFAULT 0,
  "last" bigint NOT NULL DEFAULT 0,
  "day" bigint NOT NULL DEFAULT 0,
  "hash" bytea NOT NULL,
  "posted_at" timestamptz NOT NULL,
  "spent" bigint NOT NULL DEFAULT 0,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "wallets_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION,
  CONSTRAINT "wallet_balance" CHECK (balance >= 0)
);
-- create index "wallet_firm_id" to table: "wallets"
CREATE UNIQUE INDEX "wallet_firm_id" ON "wallets" ("firm_id");
-- create "wallet_days" table
CREATE TABLE "wallet_days" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "day" bigint NOT NULL,
  "utc_day" bigint NOT NULL,
  "type" character varying NOT NULL,
  "n" bigint NOT NULL,
  "amount" bigint NOT NULL,
  "firm_id" uuid NOT NULL,
  "wallet_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "wallet_days_wallets_wallet" FOREIGN KEY ("firm_id", "wallet_id") REFERENCES "wallets" ("firm_id", "id") ON DELETE NO ACTION
);
-- create index "walletday_firm_id_day_type_utc_day" to table: "wallet_days"
CREATE UNIQUE INDEX "walletday_firm_id_day_type_utc_day" ON "wallet_days" ("firm_id", "day", "type", "utc_day");
-- create index "walletday_utc_day" to table: "wallet_days"
CREATE INDEX "walletday_utc_day" ON "wallet_days" ("utc_day");
-- create "wallet_entries" table
CREATE TABLE "wallet_entries" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "number" bigint NOT NULL,
  "day" bigint NOT NULL,
  "type" character varying NOT NULL,
  "amount" bigint NOT NULL,
  "balance_after" bigint NOT NULL,
  "reason" character varying NOT NULL,
  "bank_ref" character varying NULL,
  "reference" character varying NULL,
  "actor_kind" character varying NOT NULL,
  "actor_id" uuid NULL,
  "actor_name" character varying NOT NULL,
  "hash" bytea NOT NULL,
  "firm_id" uuid NOT NULL,
  "wallet_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "wallet_entries_wallets_wallet" FOREIGN KEY ("firm_id", "wallet_id") REFERENCES "wallets" ("firm_id", "id") ON DELETE NO ACTION
);
-- create index "walletentry_firm_id_number" to table: "wallet_entries"
CREATE UNIQUE INDEX "walletentry_firm_id_number" ON "wallet_entries" ("firm_id", "number");
-- create index "walletentry_firm_id_type_day_number" to table: "wallet_entries"
CREATE INDEX "walletentry_firm_id_type_day_number" ON "wallet_entries" ("firm_id", "type", "day", "number");
-- create "wallet_totals" table
CREATE TABLE "wallet_totals" (
  "id" uuid NOT NULL,
  "utc_day" bigint NOT NULL,
  "currency" character varying NOT NULL,
  "type" character varying NOT NULL,
  "units" bigint NOT NULL,
  "rest" bigint NOT NULL,
  PRIMARY KEY ("id")
);
-- create index "wallettotal_utc_day_currency_type" to table: "wallet_totals"
CREATE UNIQUE INDEX "wallettotal_utc_day_currency_type" ON "wallet_totals" ("utc_day", "currency", "type");
-- create "wallet_keys" table
CREATE TABLE "wallet_keys" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "key" character varying NOT NULL,
  "request" bytea NOT NULL,
  "entry_id" uuid NOT NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "wallet_keys_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "walletkey_firm_id_key" to table: "wallet_keys"
CREATE UNIQUE INDEX "walletkey_firm_id_key" ON "wallet_keys" ("firm_id", "key");
-- create index "walletkey_created_at" to table: "wallet_keys"
CREATE INDEX "walletkey_created_at" ON "wallet_keys" ("created_at");

-- A bank reference is credited to a firm once.
CREATE UNIQUE INDEX x_wallet_entries_bank_ref ON wallet_entries (firm_id, bank_ref) WHERE type = 'Credit' AND bank_ref IS NOT NULL;

-- Entries are neither changed nor deleted. Where the table is distributed, the second trigger is dropped.
CREATE TRIGGER x_append_only BEFORE UPDATE OR DELETE ON wallet_entries
  FOR EACH ROW EXECUTE FUNCTION x_append_only();
CREATE TRIGGER x_append_only_truncate BEFORE TRUNCATE ON wallet_entries
  FOR EACH STATEMENT EXECUTE FUNCTION x_append_only();

-- No composite foreign key keeps these rows in their firm.
CREATE TRIGGER x_wallets_firm_id BEFORE UPDATE OF firm_id ON wallets FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();
CREATE TRIGGER x_wallet_keys_firm_id BEFORE UPDATE OF firm_id ON wallet_keys FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();

-- These rows change with each entry. Room on their pages lets PostgreSQL do so without touching the indexes.
ALTER TABLE wallets SET (fillfactor = 50);
ALTER TABLE wallet_days SET (fillfactor = 50);

INSERT INTO wallets (id, created_at, updated_at, firm_id, currency, hash, posted_at)
SELECT id, updated_at, updated_at, id, currency, decode(repeat('00', 32), 'hex'), updated_at FROM firms;
