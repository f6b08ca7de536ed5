-- add column "emptied_until" to table: "message_clocks"
ALTER TABLE `message_clocks` ADD COLUMN `emptied_until` datetime NULL;
