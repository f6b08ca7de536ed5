-- What is remembered of a membership is valid for one version of the firm's policy, its e-mail address, too.
DROP TRIGGER x_policy_memberships_update;
CREATE TRIGGER x_policy_memberships_update AFTER UPDATE OF user_id, role_id, status, email ON memberships
WHEN NEW.user_id IS NOT OLD.user_id OR NEW.role_id IS NOT OLD.role_id OR NEW.status IS NOT OLD.status OR NEW.email IS NOT OLD.email
BEGIN UPDATE firms SET policy_version = policy_version + 1 WHERE id = NEW.firm_id; END;
