-- create index "contact_firm_id_deleted_at" to table: "contacts"
CREATE INDEX "contact_firm_id_deleted_at" ON "contacts" ("firm_id", "deleted_at") WHERE deleted_at IS NOT NULL;
-- create index "conversation_firm_id_updated_at" to table: "conversations"
CREATE INDEX "conversation_firm_id_updated_at" ON "conversations" ("firm_id", "updated_at");
