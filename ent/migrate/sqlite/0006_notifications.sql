-- create "notifications" table
CREATE TABLE `notifications` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `number` integer NOT NULL,
  `user_id` uuid NOT NULL,
  `module` text NOT NULL,
  `module_id` uuid NULL,
  `title` text NOT NULL,
  `message` text NOT NULL,
  `metadata` text NOT NULL DEFAULT (''),
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `notifications_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create index "notification_firm_id_number" to table: "notifications"
CREATE UNIQUE INDEX `notification_firm_id_number` ON `notifications` (`firm_id`, `number`);
-- create index "notification_firm_id_user_id_number" to table: "notifications"
CREATE INDEX `notification_firm_id_user_id_number` ON `notifications` (`firm_id`, `user_id`, `number`);
-- create index "notification_created_at" to table: "notifications"
CREATE INDEX `notification_created_at` ON `notifications` (`created_at`);
-- create "notification_counters" table
CREATE TABLE `notification_counters` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `user_id` uuid NOT NULL,
  `sent` integer NOT NULL DEFAULT (0),
  `expired` integer NOT NULL DEFAULT (0),
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `notification_counters_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create index "notificationcounter_firm_id_user_id" to table: "notification_counters"
CREATE UNIQUE INDEX `notificationcounter_firm_id_user_id` ON `notification_counters` (`firm_id`, `user_id`);
-- create "notification_inboxes" table
CREATE TABLE `notification_inboxes` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `joined` integer NOT NULL DEFAULT (0),
  `joined_shared` integer NOT NULL DEFAULT (0),
  `joined_own` integer NOT NULL DEFAULT (0),
  `marked` integer NOT NULL DEFAULT (0),
  `marked_shared` integer NOT NULL DEFAULT (0),
  `marked_own` integer NOT NULL DEFAULT (0),
  `singly` integer NOT NULL DEFAULT (0),
  `deleted` integer NOT NULL DEFAULT (0),
  `version` integer NOT NULL DEFAULT (0),
  `firm_id` uuid NOT NULL,
  `membership_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `notification_inboxes_memberships_membership` FOREIGN KEY (`firm_id`, `membership_id`) REFERENCES `memberships` (`firm_id`, `id`) ON DELETE CASCADE
);
-- create index "notificationinbox_firm_id_membership_id" to table: "notification_inboxes"
CREATE UNIQUE INDEX `notificationinbox_firm_id_membership_id` ON `notification_inboxes` (`firm_id`, `membership_id`);
-- create "notification_marks" table
CREATE TABLE `notification_marks` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `number` integer NOT NULL,
  `firm_id` uuid NOT NULL,
  `membership_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `notification_marks_memberships_membership` FOREIGN KEY (`firm_id`, `membership_id`) REFERENCES `memberships` (`firm_id`, `id`) ON DELETE CASCADE
);
-- create index "notificationmark_firm_id_membership_id_number" to table: "notification_marks"
CREATE UNIQUE INDEX `notificationmark_firm_id_membership_id_number` ON `notification_marks` (`firm_id`, `membership_id`, `number`);
-- create index "notificationmark_firm_id_number" to table: "notification_marks"
CREATE INDEX `notificationmark_firm_id_number` ON `notification_marks` (`firm_id`, `number`);
-- create "notification_sequences" table
CREATE TABLE `notification_sequences` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `last` integer NOT NULL DEFAULT (0),
  `expired` integer NOT NULL DEFAULT (0),
  `firm_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `notification_sequences_firms_firm` FOREIGN KEY (`firm_id`) REFERENCES `firms` (`id`) ON DELETE NO ACTION
);
-- create index "notificationsequence_firm_id" to table: "notification_sequences"
CREATE UNIQUE INDEX `notificationsequence_firm_id` ON `notification_sequences` (`firm_id`);
-- create "notification_states" table
CREATE TABLE `notification_states` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `number` integer NOT NULL,
  `read_at` datetime NULL,
  `deleted` bool NOT NULL DEFAULT (false),
  `firm_id` uuid NOT NULL,
  `membership_id` uuid NOT NULL,
  PRIMARY KEY (`firm_id`, `id`),
  CONSTRAINT `notification_states_memberships_membership` FOREIGN KEY (`firm_id`, `membership_id`) REFERENCES `memberships` (`firm_id`, `id`) ON DELETE CASCADE
);
-- create index "notificationstate_firm_id_membership_id_number" to table: "notification_states"
CREATE UNIQUE INDEX `notificationstate_firm_id_membership_id_number` ON `notification_states` (`firm_id`, `membership_id`, `number`);
-- create index "notificationstate_firm_id_number" to table: "notification_states"
CREATE INDEX `notificationstate_firm_id_number` ON `notification_states` (`firm_id`, `number`);

-- No composite foreign key keeps these rows in their firm.
CREATE TRIGGER `x_notification_counters_firm_id` BEFORE UPDATE OF `firm_id` ON `notification_counters`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: notification_counters stay in their firm'); END;
CREATE TRIGGER `x_notification_sequences_firm_id` BEFORE UPDATE OF `firm_id` ON `notification_sequences`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: notification_sequences stay in their firm'); END;
CREATE TRIGGER `x_notifications_firm_id` BEFORE UPDATE OF `firm_id` ON `notifications`
WHEN NEW.`firm_id` IS NOT OLD.`firm_id`
BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: notifications stay in their firm'); END;

-- A membership has an inbox from when it first becomes active. Notifications from before are not in it.
CREATE TRIGGER x_notification_inbox_insert AFTER INSERT ON memberships WHEN NEW.status = 'Active'
BEGIN
  INSERT INTO notification_inboxes (id, created_at, updated_at, firm_id, membership_id,
    joined, joined_shared, joined_own, marked, marked_shared, marked_own)
  SELECT NEW.id, NEW.updated_at, NEW.updated_at, NEW.firm_id, NEW.id, last, shared, own, last, shared, own
  FROM (SELECT
    coalesce((SELECT s.last FROM notification_sequences s WHERE s.firm_id = NEW.firm_id), 0) AS last,
    coalesce((SELECT c.sent FROM notification_counters c
      WHERE c.firm_id = NEW.firm_id AND c.user_id = '00000000-0000-0000-0000-000000000000'), 0) AS shared,
    coalesce((SELECT c.sent FROM notification_counters c WHERE c.firm_id = NEW.firm_id AND c.user_id = NEW.user_id), 0) AS own
  ) WHERE true
  ON CONFLICT (firm_id, membership_id) DO NOTHING;
END;
CREATE TRIGGER x_notification_inbox_update AFTER UPDATE OF status ON memberships WHEN NEW.status = 'Active'
BEGIN
  INSERT INTO notification_inboxes (id, created_at, updated_at, firm_id, membership_id,
    joined, joined_shared, joined_own, marked, marked_shared, marked_own)
  SELECT NEW.id, NEW.updated_at, NEW.updated_at, NEW.firm_id, NEW.id, last, shared, own, last, shared, own
  FROM (SELECT
    coalesce((SELECT s.last FROM notification_sequences s WHERE s.firm_id = NEW.firm_id), 0) AS last,
    coalesce((SELECT c.sent FROM notification_counters c
      WHERE c.firm_id = NEW.firm_id AND c.user_id = '00000000-0000-0000-0000-000000000000'), 0) AS shared,
    coalesce((SELECT c.sent FROM notification_counters c WHERE c.firm_id = NEW.firm_id AND c.user_id = NEW.user_id), 0) AS own
  ) WHERE true
  ON CONFLICT (firm_id, membership_id) DO NOTHING;
END;

INSERT INTO notification_inboxes (id, created_at, updated_at, firm_id, membership_id)
SELECT id, updated_at, updated_at, firm_id, id FROM memberships WHERE status <> 'Invited';
