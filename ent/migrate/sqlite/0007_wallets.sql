-- create "wallets" table
CREATE TABLE `wallets` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `currency` text NOT NULL,
  `balance` integer NOT NULL DEFAULT (0),
  `turnover` integer NOT NULL DEFAULT (0),
  `last` integer NOT NULL DEFAULT (0),
  `day` integer NOT NULL DEFAULT (0),
  `hash` blob NOT NULL,
  `posted_at` datetime NOT NULL,
  `spent` integer NOT NULL DEFAULT (0),
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `wallets_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `wallet_balance` CHECK (balance >= 0)
);
-- create index "wallet_firm_id" to table: "wallets"
CREATE UNIQUE INDEX `wallet_firm_id` ON `wallets` (`firm_id`);
-- create "wallet_days" table
CREATE TABLE `wallet_days` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `day` integer NOT NULL,
  `utc_day` integer NOT NULL,
  `type` text NOT NULL,
  `n` integer NOT NULL,
  `amount` integer NOT NULL,
  `firm_id` uuid NOT NULL,
  `wallet_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `wallet_days_wallets_wallet` FOREIGN KEY (`firm_id`, `wallet_id`) REFERENCES `wallets` (`firm_id`, `id`) ON DELETE NO ACTION
);
-- create index "walletday_firm_id_day_type_utc_day" to table: "wallet_days"
CREATE UNIQUE INDEX `walletday_firm_id_day_type_utc_day` ON `wallet_days` (`firm_id`, `day`, `type`, `utc_day`);
-- create index "walletday_utc_day" to table: "wallet_days"
CREATE INDEX `walletday_utc_day` ON `wallet_days` (`utc_day`);
-- create "wallet_entries" table
CREATE TABLE `wallet_entries` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `number` integer NOT NULL,
  `day` integer NOT NULL,
  `type` text NOT NULL,
  `amount` integer NOT NULL,
  `balance_after` integer NOT NULL,
  `reason` text NOT NULL,
  `bank_ref` text NULL,
  `reference` text NULL,
  `actor_kind` text NOT NULL,
  `actor_id` uuid NULL,
  `actor_name` text NOT NULL,
  `hash` blob NOT NULL,
  `firm_id` uuid NOT NULL,
  `wallet_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `wallet_entries_wallets_wallet` FOREIGN KEY (`firm_id`, `wallet_id`) REFERENCES `wallets` (`firm_id`, `id`) ON DELETE NO ACTION
);
-- create index "walletentry_firm_id_number" to table: "wallet_entries"
CREATE UNIQUE INDEX `walletentry_firm_id_number` ON `wallet_entries` (`firm_id`, `number`);
-- create index "walletentry_firm_id_type_day_number" to table: "wallet_entries"
CREATE INDEX `walletentry_firm_id_type_day_number` ON `wallet_entries` (`firm_id`, `type`, `day`, `number`);
-- create "wallet_totals" table
CREATE TABLE `wallet_totals` (
  `id` uuid NOT NULL,
  `utc_day` integer NOT NULL,
  `currency` text NOT NULL,
  `type` text NOT NULL,
  `units` integer NOT NULL,
  `rest` integer NOT NULL,
  PRIMARY KEY (`id`)
);
-- create index "wallettotal_utc_day_currency_type" to table: "wallet_totals"
CREATE UNIQUE INDEX `wallettotal_utc_day_currency_type` ON `wallet_totals` (`utc_day`, `currency`, `type`);
-- create "wallet_keys" table
CREATE TABLE `wallet_keys` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `key` text NOT NULL,
  `request` blob NOT NULL,
  `entry_id` uuid NOT NULL,
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `wallet_keys_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create index "walletkey_firm_id_key" to table: "wallet_keys"
CREATE UNIQUE INDEX `walletkey_firm_id_key` ON `wallet_keys` (`firm_id`, `key`);
-- create index "walletkey_created_at" to table: "wallet_keys"
CREATE INDEX `walletkey_created_at` ON `wallet_keys` (`created_at`);

-- A bank reference is credited to a firm once.
CREATE UNIQUE INDEX x_wallet_entries_bank_ref ON wallet_entries (firm_id, bank_ref) WHERE type = 'Credit' AND bank_ref IS NOT NULL;

-- Entries are neither changed nor deleted. REPLACE runs no trigger of DELETE.
CREATE TRIGGER x_append_only_wallet_entries_update BEFORE UPDATE ON wallet_entries
BEGIN SELECT RAISE(ABORT, 'rows of wallet_entries are only added'); END;
CREATE TRIGGER x_append_only_wallet_entries_delete BEFORE DELETE ON wallet_entries
BEGIN SELECT RAISE(ABORT, 'rows of wallet_entries are only added'); END;
CREATE TRIGGER x_append_only_wallet_entries_replace BEFORE INSERT ON wallet_entries
WHEN EXISTS (SELECT 1 FROM wallet_entries WHERE firm_id = NEW.firm_id AND (id = NEW.id OR number = NEW.number))
BEGIN SELECT RAISE(ABORT, 'rows of wallet_entries are only added'); END;
CREATE TRIGGER x_append_only_wallet_entries_replace_credit BEFORE INSERT ON wallet_entries
WHEN NEW.type = 'Credit' AND EXISTS (SELECT 1 FROM wallet_entries WHERE firm_id = NEW.firm_id AND bank_ref = NEW.bank_ref AND type = 'Credit')
BEGIN SELECT RAISE(ABORT, 'UNIQUE constraint failed: wallet_entries.bank_ref'); END;

-- No composite foreign key keeps these rows in their firm.
CREATE TRIGGER `x_wallets_firm_id` BEFORE UPDATE OF `firm_id` ON `wallets`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: wallets stay in their firm'); END;
CREATE TRIGGER `x_wallet_keys_firm_id` BEFORE UPDATE OF `firm_id` ON `wallet_keys`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: wallet_keys stay in their firm'); END;

INSERT INTO wallets (id, created_at, updated_at, firm_id, currency, hash, posted_at)
SELECT id, updated_at, updated_at, id, currency, zeroblob(32), updated_at FROM firms;
