-- Once the customer has approved a version, no other version is sent: it could never be approved.
CREATE TRIGGER estimates_send_until_approved BEFORE UPDATE ON estimates
WHEN OLD.status = 'draft' AND NEW.status <> 'draft'
  AND EXISTS (SELECT 1 FROM estimate_approvals a WHERE a.org_id = NEW.org_id AND a.root_id = NEW.root_id)
BEGIN SELECT RAISE(ABORT, 'estimate_version_approved'); END;
