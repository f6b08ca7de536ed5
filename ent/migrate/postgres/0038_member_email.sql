-- What is remembered of a membership is valid for one version of the firm's policy, its e-mail address, too.
DROP TRIGGER x_policy_update ON memberships;
CREATE TRIGGER x_policy_update AFTER UPDATE OF user_id, role_id, status, email ON memberships FOR EACH ROW
  WHEN ((OLD.user_id, OLD.role_id, OLD.status, OLD.email) IS DISTINCT FROM (NEW.user_id, NEW.role_id, NEW.status, NEW.email))
  EXECUTE FUNCTION x_raise_policy_version();
