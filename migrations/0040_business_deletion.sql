-- Businesses that an Admin deletes, until the days in which an Admin may still keep them are over.
CREATE TABLE business_deletions (
  org_id TEXT PRIMARY KEY REFERENCES organizations (id),
  requested_by TEXT NOT NULL,
  requested_at TEXT NOT NULL,
  -- When it is carried out, or gone on with.
  due_at TEXT NOT NULL,
  -- Set where it is carried out: from then on it cannot be canceled.
  begun_at TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX business_deletions_due ON business_deletions (due_at);

CREATE TRIGGER business_deletions_begun_stay BEFORE DELETE ON business_deletions WHEN OLD.begun_at IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'deletion_begun') WHERE EXISTS (SELECT 1 FROM organizations WHERE id = OLD.org_id);
END;

-- Nobody joins, comes back to or is invited to a business that goes.
CREATE TRIGGER members_of_no_deleted_business BEFORE INSERT ON members
BEGIN
  SELECT RAISE(ABORT, 'business_deleted') FROM business_deletions WHERE org_id = NEW.org_id AND begun_at IS NOT NULL;
END;
CREATE TRIGGER members_stay_out_of_deleted_business BEFORE UPDATE OF status ON members WHEN NEW.status = 'active'
BEGIN
  SELECT RAISE(ABORT, 'business_deleted') FROM business_deletions WHERE org_id = NEW.org_id AND begun_at IS NOT NULL;
END;
CREATE TRIGGER invitations_to_no_deleted_business BEFORE INSERT ON invitations
BEGIN
  SELECT RAISE(ABORT, 'business_deleted') FROM business_deletions WHERE org_id = NEW.org_id AND begun_at IS NOT NULL;
END;

DROP TRIGGER members_keep_an_admin;
CREATE TRIGGER members_keep_an_admin BEFORE UPDATE OF roles, status ON members
WHEN OLD.status = 'active' AND OLD.roles LIKE '%"Admin"%' AND (NEW.status <> 'active' OR NEW.roles NOT LIKE '%"Admin"%')
  AND NOT EXISTS (SELECT 1 FROM business_deletions d WHERE d.org_id = OLD.org_id AND d.begun_at IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'last_admin') WHERE NOT EXISTS (
    SELECT 1 FROM members WHERE org_id = OLD.org_id AND user_id <> OLD.user_id AND status = 'active' AND roles LIKE '%"Admin"%'
  );
END;

DROP TRIGGER identity_audit_log_keeps_rows;
CREATE TRIGGER identity_audit_log_keeps_rows BEFORE DELETE ON identity_audit_log
WHEN NOT EXISTS (SELECT 1 FROM business_deletions d WHERE d.org_id = OLD.org_id AND d.begun_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'audit_log_append_only'); END;

-- The one thing that lets a business's kept rows go on the tenants' side: set once its deletion has begun, and for good.
ALTER TABLE tenant_organizations ADD COLUMN deleting INTEGER NOT NULL DEFAULT 0 CONSTRAINT tenant_organization_deleting CHECK (deleting IN (0, 1));

CREATE INDEX tenant_members_user ON tenant_members (user_id);

CREATE TRIGGER tenant_organizations_deleting_stays BEFORE UPDATE OF deleting ON tenant_organizations WHEN OLD.deleting = 1 AND NEW.deleting = 0
BEGIN SELECT RAISE(ABORT, 'deletion_begun'); END;

DROP TRIGGER audit_log_keeps_rows;
CREATE TRIGGER audit_log_keeps_rows BEFORE DELETE ON audit_log
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN SELECT RAISE(ABORT, 'audit_log_append_only'); END;

DROP TRIGGER customers_keep_rows;
CREATE TRIGGER customers_keep_rows BEFORE DELETE ON customers
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN SELECT RAISE(ABORT, 'customer_kept'); END;

DROP TRIGGER technicians_keep_rows;
CREATE TRIGGER technicians_keep_rows BEFORE DELETE ON technicians
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN SELECT RAISE(ABORT, 'technician_kept'); END;

DROP TRIGGER service_types_keep_rows;
CREATE TRIGGER service_types_keep_rows BEFORE DELETE ON service_types
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN SELECT RAISE(ABORT, 'service_type_kept'); END;

DROP TRIGGER signatures_are_kept;
CREATE TRIGGER signatures_are_kept BEFORE DELETE ON work_order_signatures
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN SELECT RAISE(ABORT, 'evidence_append_only'); END;

DROP TRIGGER photos_are_kept;
CREATE TRIGGER photos_are_kept BEFORE DELETE ON work_order_photos
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN SELECT RAISE(ABORT, 'evidence_append_only'); END;

DROP TRIGGER stock_movements_no_delete;
CREATE TRIGGER stock_movements_no_delete BEFORE DELETE ON stock_movements
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN SELECT RAISE(ABORT, 'stock_ledger_append_only'); END;

DROP TRIGGER stock_reservations_no_delete;
CREATE TRIGGER stock_reservations_no_delete BEFORE DELETE ON stock_reservations
WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
BEGIN SELECT RAISE(ABORT, 'stock_reservation_kept'); END;

-- Keys that devices may send again are of jobs: those of its members go with the business.
DROP TRIGGER retained_keys_stay;
CREATE TRIGGER retained_keys_stay BEFORE DELETE ON idempotency_keys WHEN OLD.retained = 1 AND NOT EXISTS (
  SELECT 1 FROM tenant_members m JOIN tenant_organizations o ON o.id = m.org_id WHERE m.user_id = OLD.user_id AND o.deleting = 1
)
BEGIN SELECT RAISE(ABORT, 'retained_key'); END;
