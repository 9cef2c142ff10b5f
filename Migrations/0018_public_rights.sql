-- What every login of a server may do by default and no role of the product needs for a report: write large objects,
-- take the advisory locks by which runs, rebuilds and migrations keep out of each other's way, make temporary tables.
--
-- The functions belong to the superuser who made the server, and the database to its owner: who may not change their
-- rights leaves them as they are.

DO $$
DECLARE
  routine regprocedure;
  is_lock boolean;
  database name := current_database();
BEGIN
  FOR routine, is_lock IN
    SELECT p.oid::regprocedure, p.proname ~ '^pg_(try_)?advisory_'
    FROM pg_proc AS p
    WHERE p.pronamespace = 'pg_catalog'::regnamespace
        AND pg_has_role(current_user, p.proowner, 'USAGE')
        AND (
            p.proname ~ '^pg_(try_)?advisory_'
            OR p.proname IN (
                'lo_creat', 'lo_create', 'lo_from_bytea', 'lo_put', 'lowrite', 'lo_truncate', 'lo_truncate64',
                'lo_unlink', 'lo_open', 'lo_import', 'lo_export'
            )
        )
    ORDER BY p.proname, p.oid
  LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', routine);
    -- The projector makes and rebuilds read models; who migrates is a member of the owner.
    IF is_lock THEN
      EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO mamaudit_owner, mamaudit_projector', routine);
    END IF;
  END LOOP;
  IF pg_has_role(current_user, (SELECT d.datdba FROM pg_database AS d WHERE d.datname = database), 'USAGE') THEN
    EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', database);
  END IF;
END
$$;
