-- add column "qr_codes" to table: "channels"
ALTER TABLE `channels` ADD COLUMN `qr_codes` json NULL;
