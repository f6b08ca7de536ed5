-- modify "pricing_plans" table
ALTER TABLE "pricing_plans" ADD COLUMN "charge_on" character varying NOT NULL DEFAULT 'Sent';
-- drop index "pricingprice_plan_id_category" from table: "pricing_prices"
DROP INDEX "pricingprice_plan_id_category";
-- modify "pricing_prices" table
ALTER TABLE "pricing_prices" ADD COLUMN "country" character varying NOT NULL DEFAULT '', ADD COLUMN "kind" character varying NOT NULL DEFAULT '',
  ADD COLUMN "unit" character varying NOT NULL DEFAULT 'Message', ADD COLUMN "free_per_month" bigint NOT NULL DEFAULT 0;
ALTER TABLE "pricing_prices" ADD CONSTRAINT "free_not_negative" CHECK (free_per_month >= 0);
-- create index "pricingprice_plan_id_category_country_kind" to table: "pricing_prices"
CREATE UNIQUE INDEX "pricingprice_plan_id_category_country_kind" ON "pricing_prices" ("plan_id", "category", "country", "kind") WHERE valid_until IS NULL;
-- create "pricing_allowances" table
CREATE TABLE "pricing_allowances" (
  "id" uuid NOT NULL,
  "month" bigint NOT NULL,
  "category" character varying NOT NULL,
  "country" character varying NOT NULL,
  "kind" character varying NOT NULL,
  "used" bigint NOT NULL,
  "firm_id" uuid NOT NULL,
  PRIMARY KEY ("firm_id", "id"),
  CONSTRAINT "pricing_allowances_firms_firm" FOREIGN KEY ("firm_id") REFERENCES "firms" ("id") ON DELETE NO ACTION
);
-- create index "pricingallowance_firm_id_month_category_country_kind" to table: "pricing_allowances"
CREATE UNIQUE INDEX "pricingallowance_firm_id_month_category_country_kind" ON "pricing_allowances" ("firm_id", "month", "category", "country", "kind");

-- A price ends, once; otherwise prices are neither changed nor deleted, so that what was charged can be looked up.
CREATE OR REPLACE FUNCTION x_keep_prices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.valid_until IS NULL AND NEW.valid_until >= OLD.valid_from
    AND (NEW.id, NEW.plan_id, NEW.category, NEW.country, NEW.kind, NEW.unit_price, NEW.unit, NEW.free_per_month, NEW.valid_from)
      = (OLD.id, OLD.plan_id, OLD.category, OLD.country, OLD.kind, OLD.unit_price, OLD.unit, OLD.free_per_month, OLD.valid_from)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'rows of pricing_prices are only added and ended';
END $$;

-- No composite foreign key keeps these rows in their firm.
CREATE TRIGGER x_pricing_allowances_firm_id BEFORE UPDATE OF firm_id ON pricing_allowances FOR EACH ROW
  WHEN (NEW.firm_id IS DISTINCT FROM OLD.firm_id) EXECUTE FUNCTION x_stay_in_firm();

-- These rows change often. Room on their pages lets PostgreSQL do so without touching the indexes.
ALTER TABLE pricing_allowances SET (fillfactor = 50);
