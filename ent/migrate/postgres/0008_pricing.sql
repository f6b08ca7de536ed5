-- create "pricing_plans" table
CREATE TABLE "pricing_plans" (
  "id" uuid NOT NULL,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "name" character varying NOT NULL,
  "name_key" character varying NOT NULL COLLATE "C",
  "description" character varying NOT NULL DEFAULT '',
  "currency" character varying NOT NULL,
  "is_default" boolean NOT NULL DEFAULT false,
  "is_active" boolean NOT NULL DEFAULT true,
  PRIMARY KEY ("id"),
  CONSTRAINT "default_is_active" CHECK (is_active OR NOT is_default)
);
-- create index "pricing_plans_name_key_key" to table: "pricing_plans"
CREATE UNIQUE INDEX "pricing_plans_name_key_key" ON "pricing_plans" ("name_key");
-- create index "pricingplan_currency" to table: "pricing_plans"
CREATE UNIQUE INDEX "pricingplan_currency" ON "pricing_plans" ("currency") WHERE is_default;
-- modify "firms" table
ALTER TABLE "firms" ADD COLUMN "low_balance_threshold" bigint NULL, ADD COLUMN "messaging_tier" character varying NOT NULL DEFAULT 'Tier250',
  ADD COLUMN "pricing_plan_id" uuid NULL;
ALTER TABLE "firms" ADD CONSTRAINT "firms_pricing_plans_pricing_plan" FOREIGN KEY ("pricing_plan_id") REFERENCES "pricing_plans" ("id") ON DELETE NO ACTION;
-- create index "firm_name_key_id" to table: "firms"
CREATE INDEX "firm_name_key_id" ON "firms" ("name_key", "id");
-- create index "firm_created_at_id" to table: "firms"
CREATE INDEX "firm_created_at_id" ON "firms" ("created_at", "id");
-- create index "firm_updated_at_id" to table: "firms"
CREATE INDEX "firm_updated_at_id" ON "firms" ("updated_at", "id");
-- create "pricing_prices" table
CREATE TABLE "pricing_prices" (
  "id" uuid NOT NULL,
  "category" character varying NOT NULL,
  "unit_price" bigint NOT NULL,
  "valid_from" timestamptz NOT NULL,
  "valid_until" timestamptz NULL,
  "plan_id" uuid NOT NULL,
  PRIMARY KEY ("id"),
  CONSTRAINT "pricing_prices_pricing_plans_plan" FOREIGN KEY ("plan_id") REFERENCES "pricing_plans" ("id") ON DELETE NO ACTION,
  CONSTRAINT "price_not_negative" CHECK (unit_price >= 0)
);
-- create index "pricingprice_plan_id_category" to table: "pricing_prices"
CREATE UNIQUE INDEX "pricingprice_plan_id_category" ON "pricing_prices" ("plan_id", "category") WHERE valid_until IS NULL;

-- The super-firm searches firms by parts of their names.
CREATE INDEX x_firms_name ON firms USING gin (name_key gin_trgm_ops);

-- A price ends, once; otherwise prices are neither changed nor deleted, so that what was charged can be looked up.
CREATE FUNCTION x_keep_prices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.valid_until IS NULL AND NEW.valid_until >= OLD.valid_from
    AND (NEW.id, NEW.plan_id, NEW.category, NEW.unit_price, NEW.valid_from)
      = (OLD.id, OLD.plan_id, OLD.category, OLD.unit_price, OLD.valid_from)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'rows of pricing_prices are only added and ended';
END $$;
CREATE TRIGGER x_keep_prices BEFORE UPDATE OR DELETE ON pricing_prices
  FOR EACH ROW EXECUTE FUNCTION x_keep_prices();

-- Prices are in the currency of their plan for good.
CREATE FUNCTION x_keep_currency() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the currency of a pricing plan is not changed';
END $$;
CREATE TRIGGER x_keep_currency BEFORE UPDATE OF currency ON pricing_plans
  FOR EACH ROW WHEN (NEW.currency IS DISTINCT FROM OLD.currency) EXECUTE FUNCTION x_keep_currency();

-- The default plan of a new installation.
INSERT INTO pricing_plans (id, created_at, updated_at, name, name_key, description, currency, is_default)
SELECT '019b76da-a800-7f1b-8000-000000000001', now, now, 'Standard USD', 'standard usd', '', 'USD', true FROM (SELECT now()) AS t (now);
INSERT INTO pricing_prices (id, plan_id, category, unit_price, valid_from) VALUES
  ('019b76da-a800-7f1b-8000-000000000011', '019b76da-a800-7f1b-8000-000000000001', 'Marketing', 500, now()),
  ('019b76da-a800-7f1b-8000-000000000012', '019b76da-a800-7f1b-8000-000000000001', 'Utility', 200, now()),
  ('019b76da-a800-7f1b-8000-000000000013', '019b76da-a800-7f1b-8000-000000000001', 'Authentication', 200, now()),
  ('019b76da-a800-7f1b-8000-000000000014', '019b76da-a800-7f1b-8000-000000000001', 'Service', 0, now());

-- The few firms that are not active are found without reading the others.
CREATE INDEX x_firms_inactive ON firms (name_key, id) WHERE NOT is_active;
