-- What is remembered of a membership is valid for one version of the firm's policy, its e-mail address, too.
DROP TRIGGER x_policy_update ON memberships;
CREATE TRIGGER x_policy_update AFTER UPDATE OF user_id, role_id, status, email ON memberships FOR EACH ROW
  WHEN ((OLD.user_id, OLD.role_id, OLD.status, OLD.email) IS DISTINCT FROM (NEW.user_id, NEW.role_id, NEW.status, NEW.email))
  EXECUTE FUNCTION x_raise_policy_version();

-- A version is at least the time in microseconds. A standby that takes over without the last transactions has earlier versions, and
-- raises them anew: they must differ from the lost ones, at which instances have remembered what was lost. The time is a variable,
-- because Citus runs no UPDATE with a volatile function.
CREATE OR REPLACE FUNCTION x_raise_policy_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moment bigint := extract(epoch FROM clock_timestamp()) * 1000000;
BEGIN
  UPDATE firms SET policy_version = greatest(policy_version + 1, moment)
  WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.firm_id ELSE NEW.firm_id END;
  RETURN NULL;
END $$;
