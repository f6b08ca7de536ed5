-- Columns that are added need no copy of the table.
ALTER TABLE `pricing_plans` ADD COLUMN `charge_on` text NOT NULL DEFAULT ('Sent');
-- drop index "pricingprice_plan_id_category" from table: "pricing_prices"
DROP INDEX `pricingprice_plan_id_category`;
ALTER TABLE `pricing_prices` ADD COLUMN `country` text NOT NULL DEFAULT ('');
ALTER TABLE `pricing_prices` ADD COLUMN `kind` text NOT NULL DEFAULT ('');
ALTER TABLE `pricing_prices` ADD COLUMN `unit` text NOT NULL DEFAULT ('Message');
ALTER TABLE `pricing_prices` ADD COLUMN `free_per_month` integer NOT NULL DEFAULT (0)
  CONSTRAINT `free_not_negative` CHECK (free_per_month >= 0);
-- create index "pricingprice_plan_id_category_country_kind" to table: "pricing_prices"
CREATE UNIQUE INDEX `pricingprice_plan_id_category_country_kind` ON `pricing_prices` (`plan_id`, `category`, `country`, `kind`) WHERE valid_until IS NULL;
-- create "pricing_allowances" table
CREATE TABLE `pricing_allowances` (
  `id` uuid NOT NULL,
  `month` integer NOT NULL,
  `category` text NOT NULL,
  `country` text NOT NULL,
  `kind` text NOT NULL,
  `used` integer NOT NULL,
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `pricing_allowances_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create index "pricingallowance_firm_id_month_category_country_kind" to table: "pricing_allowances"
CREATE UNIQUE INDEX `pricingallowance_firm_id_month_category_country_kind` ON `pricing_allowances` (`firm_id`, `month`, `category`, `country`, `kind`);

-- A price ends, once; otherwise prices are neither changed nor deleted, so that what was charged can be looked up.
DROP TRIGGER x_keep_prices_update;
CREATE TRIGGER x_keep_prices_update BEFORE UPDATE ON pricing_prices
WHEN OLD.valid_until IS NOT NULL OR NEW.valid_until IS NULL OR NEW.valid_until < OLD.valid_from
  OR NEW.id <> OLD.id OR NEW.plan_id <> OLD.plan_id OR NEW.category <> OLD.category OR NEW.country <> OLD.country OR NEW.kind <> OLD.kind
  OR NEW.unit_price <> OLD.unit_price OR NEW.unit <> OLD.unit OR NEW.free_per_month <> OLD.free_per_month
  OR NEW.valid_from <> OLD.valid_from
BEGIN SELECT RAISE(ABORT, 'rows of pricing_prices are only added and ended'); END;
DROP TRIGGER x_keep_prices_replace_open;
CREATE TRIGGER x_keep_prices_replace_open BEFORE INSERT ON pricing_prices
WHEN NEW.valid_until IS NULL AND EXISTS (
  SELECT 1 FROM pricing_prices
  WHERE plan_id = NEW.plan_id AND category = NEW.category AND country = NEW.country AND kind = NEW.kind AND valid_until IS NULL
)
BEGIN SELECT RAISE(ABORT, 'UNIQUE constraint failed: pricing_prices.plan_id, pricing_prices.category'); END;

-- No composite foreign key keeps these rows in their firm.
CREATE TRIGGER `x_pricing_allowances_firm_id` BEFORE UPDATE OF `firm_id` ON `pricing_allowances`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: pricing_allowances stay in their firm'); END;
