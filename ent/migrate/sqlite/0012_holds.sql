-- Columns that are added need no copy of the table.
ALTER TABLE `wallets` ADD COLUMN `holds` integer NOT NULL DEFAULT (0);
ALTER TABLE `wallets` ADD COLUMN `held` integer NOT NULL DEFAULT (0)
  CONSTRAINT `wallet_held` CHECK (held >= 0 AND held <= balance);
