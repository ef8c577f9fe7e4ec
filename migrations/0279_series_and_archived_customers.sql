-- A deleted to-do does not hold its place in a series: the one before it, opened again, may be followed by another.
DROP INDEX todos_series;
CREATE UNIQUE INDEX todos_series ON todos (org_id, series_id, occurrence) WHERE deleted_at IS NULL;

-- Whether a customer is archived, at no row for the others: their equipment is not counted as due for maintenance.
CREATE INDEX customers_archived ON customers (org_id, id) WHERE archived = 1;
