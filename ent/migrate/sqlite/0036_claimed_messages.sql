-- create index "outgoingmessage_firm_id_channel_id_id" to table: "outgoing_messages"
CREATE INDEX `outgoingmessage_firm_id_channel_id_id` ON `outgoing_messages` (`firm_id`, `channel_id`, `id`) WHERE check_at IS NULL;
