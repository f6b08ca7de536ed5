-- add column "require_opt_in" to table: "firms"
ALTER TABLE `firms` ADD COLUMN `require_opt_in` bool NOT NULL DEFAULT (false);
-- add column "opt_out_words" to table: "firms"
ALTER TABLE `firms` ADD COLUMN `opt_out_words` json NULL;
