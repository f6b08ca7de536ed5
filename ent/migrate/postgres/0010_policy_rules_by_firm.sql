-- create index "policyrule_ptype_v1" to table: "policy_rules"
CREATE INDEX "policyrule_ptype_v1" ON "policy_rules" ("ptype", "v1");
-- create index "policyrule_ptype_v2" to table: "policy_rules"
CREATE INDEX "policyrule_ptype_v2" ON "policy_rules" ("ptype", "v2");
