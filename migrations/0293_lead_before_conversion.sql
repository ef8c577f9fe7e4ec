-- The customer of a lead and its estimate, and why the lead was lost, before it was converted: undoing restores them.
ALTER TABLE lead_conversions ADD COLUMN customer_before TEXT;
ALTER TABLE lead_conversions ADD COLUMN estimate_customer_before TEXT;
ALTER TABLE lead_conversions ADD COLUMN lost_from_before TEXT;
ALTER TABLE lead_conversions ADD COLUMN lost_reason_before TEXT;
ALTER TABLE lead_conversions ADD COLUMN lost_note_before TEXT;

-- Of earlier conversions to a customer who existed, nobody knows whether they were linked before: the link stays, as it did.
UPDATE lead_conversions SET
  customer_before = (SELECT l.customer_id FROM leads l WHERE l.org_id = lead_conversions.org_id AND l.id = lead_conversions.lead_id),
  estimate_customer_before = (
    SELECT e.customer_id FROM estimates e WHERE e.org_id = lead_conversions.org_id AND e.id = lead_conversions.estimate_id)
WHERE made_customer_id IS NULL AND undone_at IS NULL;
