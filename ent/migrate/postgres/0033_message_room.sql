-- A message is updated a few times after it was stored. Room on its page lets PostgreSQL do so without touching the six
-- indexes. After four updates of each message the tables and the indexes are smaller than without the room.
CREATE OR REPLACE FUNCTION x_create_message_partitions(first date, last date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE month date;
BEGIN
  FOR month IN SELECT generate_series(date_trunc('month', first), date_trunc('month', last), '1 month')::date LOOP
    IF to_regclass('messages_' || to_char(month, 'YYYYMM')) IS NULL THEN
      EXECUTE format('CREATE TABLE %I PARTITION OF messages FOR VALUES FROM (%L) TO (%L) WITH (fillfactor = 55)',
        'messages_' || to_char(month, 'YYYYMM'), month || ' 00:00:00+00', (month + interval '1 month')::date || ' 00:00:00+00');
    END IF;
  END LOOP;
END $$;
DO $$
DECLARE partition regclass;
BEGIN
  FOR partition IN SELECT inhrelid FROM pg_inherits WHERE inhparent = 'messages'::regclass LOOP
    EXECUTE format('ALTER TABLE %s SET (fillfactor = 55)', partition);
  END LOOP;
END $$;
