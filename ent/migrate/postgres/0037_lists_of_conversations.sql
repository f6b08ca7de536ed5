-- create index "conversation_firm_id_status_active_at_id" to table: "conversations"
CREATE INDEX "conversation_firm_id_status_active_at_id" ON "conversations" ("firm_id", "status", "active_at", "id");
-- create index "conversation_firm_id_assigned_to_active_at_id" to table: "conversations"
CREATE INDEX "conversation_firm_id_assigned_to_active_at_id" ON "conversations" ("firm_id", "assigned_to", "active_at", "id") WHERE assigned_to IS NOT NULL;
-- create index "conversations_unread" to table: "conversations"
CREATE INDEX "conversations_unread" ON "conversations" ("firm_id", "active_at", "id") WHERE unread > 0;
-- create index "messagemedia_firm_id_size" to table: "message_media"
CREATE INDEX "messagemedia_firm_id_size" ON "message_media" ("firm_id", "size");
