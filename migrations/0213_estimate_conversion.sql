-- How many estimates that were sent in a period stand to be answered or were, and how many of them were approved. One that was
-- withdrawn, or that a newer version has replaced, does not count.
CREATE TABLE estimate_sums (
  org_id TEXT NOT NULL REFERENCES tenant_organizations (id),
  grain TEXT NOT NULL CONSTRAINT estimate_sum_grain CHECK (grain IN ('day', 'month', 'year')),
  starts_on TEXT NOT NULL,
  sent INTEGER NOT NULL,
  approved INTEGER NOT NULL,
  PRIMARY KEY (org_id, grain, starts_on)
) STRICT, WITHOUT ROWID;

CREATE INDEX estimates_sent ON estimates (org_id, status, sent_on, id) WHERE sent_on IS NOT NULL;

CREATE TRIGGER estimates_sums_update AFTER UPDATE OF status ON estimates WHEN NEW.sent_on IS NOT NULL AND NEW.status <> OLD.status
BEGIN
  INSERT INTO estimate_sums (org_id, grain, starts_on, sent, approved)
  SELECT NEW.org_id, g.value, CASE g.value WHEN 'day' THEN NEW.sent_on WHEN 'month' THEN substr(NEW.sent_on, 1, 7) || '-01' ELSE substr(NEW.sent_on, 1, 4) || '-01-01' END,
    (NEW.status IN ('sent', 'approved', 'declined')) - (OLD.status IN ('sent', 'approved', 'declined')),
    (NEW.status = 'approved') - (OLD.status = 'approved')
  FROM json_each('["day","month","year"]') g WHERE 1
  ON CONFLICT (org_id, grain, starts_on) DO UPDATE SET sent = sent + excluded.sent, approved = approved + excluded.approved;
END;

INSERT INTO estimate_sums (org_id, grain, starts_on, sent, approved)
SELECT e.org_id, g.value, CASE g.value WHEN 'day' THEN e.sent_on WHEN 'month' THEN substr(e.sent_on, 1, 7) || '-01' ELSE substr(e.sent_on, 1, 4) || '-01-01' END AS starts_on, count(*), sum(e.status = 'approved')
FROM estimates e CROSS JOIN json_each('["day","month","year"]') g
WHERE e.sent_on IS NOT NULL AND e.status IN ('sent', 'approved', 'declined') GROUP BY 1, 2, 3;
