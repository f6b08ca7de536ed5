-- Nothing changes here: the migration makes room on the pages of PostgreSQL. A file without a statement can't be applied.
SELECT 1;
