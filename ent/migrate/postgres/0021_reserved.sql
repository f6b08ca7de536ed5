-- The number of another change.
SELECT 1;
