-- rename a column from "skip_reason" to "reason"
ALTER TABLE "campaign_recipients" RENAME COLUMN "skip_reason" TO "reason";
-- create index "campaignrecipient_firm_id_campaign_id_reason_id" to table: "campaign_recipients"
CREATE INDEX "campaignrecipient_firm_id_campaign_id_reason_id" ON "campaign_recipients" ("firm_id", "campaign_id", "reason", "id");
-- modify "campaigns" table
ALTER TABLE "campaigns" ADD COLUMN "counted" jsonb NULL, ADD COLUMN "reasons" jsonb NULL;
-- count the reasons of the recipients that are skipped
UPDATE "campaigns" c SET "reasons" = jsonb_build_object('skipped', r."counts") FROM (
  SELECT n."firm_id", n."campaign_id", jsonb_object_agg(n."reason", n."count") AS "counts" FROM (
    SELECT "firm_id", "campaign_id", "reason", count(*) AS "count" FROM "campaign_recipients" WHERE "reason" <> '' GROUP BY 1, 2, 3
  ) AS n GROUP BY 1, 2
) AS r WHERE r."firm_id" = c."firm_id" AND r."campaign_id" = c."id";
