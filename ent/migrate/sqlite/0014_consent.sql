-- create "consents" table
CREATE TABLE `consents` (
  `id` uuid NOT NULL,
  `address_key` text NOT NULL,
  `state` text NOT NULL,
  `number` integer NOT NULL,
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `consents_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create index "consent_firm_id_address_key" to table: "consents"
CREATE UNIQUE INDEX `consent_firm_id_address_key` ON `consents` (`firm_id`, `address_key`);
-- create index "consent_firm_id_number" to table: "consents"
CREATE INDEX `consent_firm_id_number` ON `consents` (`firm_id`, `number`);
-- create index "consent_firm_id_state_number" to table: "consents"
CREATE INDEX `consent_firm_id_state_number` ON `consents` (`firm_id`, `state`, `number`);
-- create "consent_entries" table
CREATE TABLE `consent_entries` (
  `id` uuid NOT NULL,
  `number` integer NOT NULL,
  `address` text NOT NULL,
  `address_key` text NOT NULL,
  `kind` text NOT NULL,
  `state` text NOT NULL,
  `source` text NOT NULL,
  `evidence` text NOT NULL DEFAULT (''),
  `at` datetime NOT NULL,
  `actor_kind` text NOT NULL,
  `actor_id` uuid NULL,
  `actor_name` text NOT NULL,
  `hash` blob NOT NULL,
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `consent_entries_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create index "consententry_firm_id_number" to table: "consent_entries"
CREATE UNIQUE INDEX `consententry_firm_id_number` ON `consent_entries` (`firm_id`, `number`);
-- create index "consententry_firm_id_address_key_number" to table: "consent_entries"
CREATE INDEX `consententry_firm_id_address_key_number` ON `consent_entries` (`firm_id`, `address_key`, `number`);

-- Entries are neither changed nor deleted.
CREATE TRIGGER x_append_only_consent_entries_update BEFORE UPDATE ON consent_entries
BEGIN SELECT RAISE(ABORT, 'rows of consent_entries are only added'); END;
CREATE TRIGGER x_append_only_consent_entries_delete BEFORE DELETE ON consent_entries
BEGIN SELECT RAISE(ABORT, 'rows of consent_entries are only added'); END;
CREATE TRIGGER x_append_only_consent_entries_replace BEFORE INSERT ON consent_entries
WHEN EXISTS (SELECT 1 FROM consent_entries WHERE firm_id = NEW.firm_id AND (id = NEW.id OR number = NEW.number))
BEGIN SELECT RAISE(ABORT, 'rows of consent_entries are only added'); END;

-- No composite foreign key keeps these rows in their firm.
CREATE TRIGGER x_consents_firm_id BEFORE UPDATE OF firm_id ON consents
WHEN NEW.firm_id IS NOT OLD.firm_id
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: consents stay in their firm'); END;
