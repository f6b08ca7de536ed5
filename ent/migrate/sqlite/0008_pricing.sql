-- create "pricing_plans" table
CREATE TABLE `pricing_plans` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `name` text NOT NULL,
  `name_key` text NOT NULL,
  `description` text NOT NULL DEFAULT (''),
  `currency` text NOT NULL,
  `is_default` bool NOT NULL DEFAULT (false),
  `is_active` bool NOT NULL DEFAULT (true),
  PRIMARY KEY (`id`),
  CONSTRAINT `default_is_active` CHECK (is_active OR NOT is_default)
);
-- create index "pricing_plans_name_key_key" to table: "pricing_plans"
CREATE UNIQUE INDEX `pricing_plans_name_key_key` ON `pricing_plans` (`name_key`);
-- create index "pricingplan_currency" to table: "pricing_plans"
CREATE UNIQUE INDEX `pricingplan_currency` ON `pricing_plans` (`currency`) WHERE is_default;
-- create "pricing_prices" table
CREATE TABLE `pricing_prices` (
  `id` uuid NOT NULL,
  `category` text NOT NULL,
  `unit_price` integer NOT NULL,
  `valid_from` datetime NOT NULL,
  `valid_until` datetime NULL,
  `plan_id` uuid NOT NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `pricing_prices_pricing_plans_plan` FOREIGN KEY (`plan_id`) REFERENCES `pricing_plans` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `price_not_negative` CHECK (unit_price >= 0)
);
-- create index "pricingprice_plan_id_category" to table: "pricing_prices"
CREATE UNIQUE INDEX `pricingprice_plan_id_category` ON `pricing_prices` (`plan_id`, `category`) WHERE valid_until IS NULL;
-- Columns that are added need no copy of the table.
ALTER TABLE `firms` ADD COLUMN `low_balance_threshold` integer NULL;
ALTER TABLE `firms` ADD COLUMN `messaging_tier` text NOT NULL DEFAULT ('Tier250');
ALTER TABLE `firms` ADD COLUMN `pricing_plan_id` uuid NULL
  CONSTRAINT `firms_pricing_plans_pricing_plan` REFERENCES `pricing_plans` (`id`) ON DELETE NO ACTION;
-- create index "firm_name_key_id" to table: "firms"
CREATE INDEX `firm_name_key_id` ON `firms` (`name_key`, `id`);
-- create index "firm_created_at_id" to table: "firms"
CREATE INDEX `firm_created_at_id` ON `firms` (`created_at`, `id`);
-- create index "firm_updated_at_id" to table: "firms"
CREATE INDEX `firm_updated_at_id` ON `firms` (`updated_at`, `id`);

-- A price ends, once; otherwise prices are neither changed nor deleted, so that what was charged can be looked up. REPLACE runs
-- no trigger of DELETE.
CREATE TRIGGER x_keep_prices_update BEFORE UPDATE ON pricing_prices
WHEN OLD.valid_until IS NOT NULL OR NEW.valid_until IS NULL OR NEW.valid_until < OLD.valid_from
  OR NEW.id <> OLD.id OR NEW.plan_id <> OLD.plan_id OR NEW.category <> OLD.category OR NEW.unit_price <> OLD.unit_price
  OR NEW.valid_from <> OLD.valid_from
BEGIN SELECT RAISE(ABORT, 'rows of pricing_prices are only added and ended'); END;
CREATE TRIGGER x_keep_prices_delete BEFORE DELETE ON pricing_prices
BEGIN SELECT RAISE(ABORT, 'rows of pricing_prices are only added and ended'); END;
CREATE TRIGGER x_keep_prices_replace BEFORE INSERT ON pricing_prices
WHEN EXISTS (SELECT 1 FROM pricing_prices WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'rows of pricing_prices are only added and ended'); END;
CREATE TRIGGER x_keep_prices_replace_open BEFORE INSERT ON pricing_prices
WHEN NEW.valid_until IS NULL
  AND EXISTS (SELECT 1 FROM pricing_prices WHERE plan_id = NEW.plan_id AND category = NEW.category AND valid_until IS NULL)
BEGIN SELECT RAISE(ABORT, 'UNIQUE constraint failed: pricing_prices.plan_id, pricing_prices.category'); END;

-- Prices are in the currency of their plan for good.
CREATE TRIGGER x_keep_currency BEFORE UPDATE OF currency ON pricing_plans
WHEN NEW.currency <> OLD.currency
BEGIN SELECT RAISE(ABORT, 'the currency of a pricing plan is not changed'); END;

-- The default plan of a new installation.
INSERT INTO pricing_plans (id, created_at, updated_at, name, name_key, description, currency, is_default)
SELECT '019b76da-a800-7f1b-8000-000000000001', now, now, 'Standard USD', 'standard usd', '', 'USD', true
FROM (SELECT strftime('%Y-%m-%d %H:%M:%f+00:00', 'now') AS now);
INSERT INTO pricing_prices (id, plan_id, category, unit_price, valid_from)
SELECT column1, '019b76da-a800-7f1b-8000-000000000001', column2, column3, strftime('%Y-%m-%d %H:%M:%f+00:00', 'now') FROM (VALUES
  ('019b76da-a800-7f1b-8000-000000000011', 'Marketing', 500),
  ('019b76da-a800-7f1b-8000-000000000012', 'Utility', 200),
  ('019b76da-a800-7f1b-8000-000000000013', 'Authentication', 200),
  ('019b76da-a800-7f1b-8000-000000000014', 'Service', 0));

-- The few firms that are not active are found without reading the others.
CREATE INDEX x_firms_inactive ON firms (name_key, id) WHERE NOT is_active;
