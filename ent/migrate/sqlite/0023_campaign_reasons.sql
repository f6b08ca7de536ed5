-- rename a column from "skip_reason" to "reason"
ALTER TABLE `campaign_recipients` RENAME COLUMN `skip_reason` TO `reason`;
-- create index "campaignrecipient_firm_id_campaign_id_reason_id" to table: "campaign_recipients"
CREATE INDEX `campaignrecipient_firm_id_campaign_id_reason_id` ON `campaign_recipients` (`firm_id`, `campaign_id`, `reason`, `id`);
-- add column "counted" to table: "campaigns"
ALTER TABLE `campaigns` ADD COLUMN `counted` json NULL;
-- add column "reasons" to table: "campaigns"
ALTER TABLE `campaigns` ADD COLUMN `reasons` json NULL;
-- count the reasons of the recipients that are skipped
UPDATE `campaigns` SET `reasons` = (
  SELECT json_object('skipped', json_group_object(n.`reason`, n.`count`)) FROM (
    SELECT `reason`, count(*) AS `count` FROM `campaign_recipients` r
    WHERE r.`firm_id` = `campaigns`.`firm_id` AND r.`campaign_id` = `campaigns`.`id` AND `reason` <> '' GROUP BY 1
  ) AS n
) WHERE EXISTS (
  SELECT 1 FROM `campaign_recipients` r WHERE r.`firm_id` = `campaigns`.`firm_id` AND r.`campaign_id` = `campaigns`.`id` AND r.`reason` <> ''
);
