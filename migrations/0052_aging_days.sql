-- What was owed on a day that is past: found from what moved since, and not by reading all that was ever paid.
CREATE INDEX invoices_issued ON invoices (org_id, issued_on) WHERE status <> 'draft';
CREATE INDEX payments_received ON payments (org_id, received_on);
CREATE INDEX refunds_day ON refunds (org_id, refunded_on);
CREATE INDEX payment_allocations_made ON payment_allocations (org_id, created_at);
