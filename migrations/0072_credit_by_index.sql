-- As before, and what was credited is read from the credit notes of the invoice: joined freely, from the lines of all that the business has.
DROP TRIGGER invoices_issue;
CREATE TRIGGER invoices_issue BEFORE UPDATE ON invoices
WHEN OLD.status = 'draft' AND NEW.status <> 'draft'
BEGIN
  SELECT RAISE(ABORT, 'invoice_number')
  WHERE NEW.status <> 'issued'
    OR NEW.number <> 1 + coalesce((SELECT max(number) FROM invoices WHERE org_id = NEW.org_id AND series = NEW.series), 0);
  SELECT RAISE(ABORT, 'invoice_lines_priced')
  WHERE NOT EXISTS (SELECT 1 FROM invoice_lines WHERE org_id = NEW.org_id AND invoice_id = NEW.id)
    OR EXISTS (SELECT 1 FROM invoice_lines WHERE org_id = NEW.org_id AND invoice_id = NEW.id AND unit_price_minor IS NULL);
  SELECT RAISE(ABORT, 'invoice_adds_up')
  FROM (
    SELECT sum(amount_minor) AS amounts, sum(discount_minor) AS discounts, sum(tax_minor) AS taxes
    FROM invoice_lines WHERE org_id = NEW.org_id AND invoice_id = NEW.id
  )
  WHERE amounts <> NEW.subtotal_minor OR discounts <> NEW.discount_minor OR taxes <> NEW.tax_minor
    OR NEW.tax_minor <> coalesce((SELECT sum(value ->> 'taxMinor') FROM json_each(NEW.taxes)), 0);
  SELECT RAISE(ABORT, 'credit_note_exceeds')
  WHERE NEW.kind = 'credit_note' AND EXISTS (
    SELECT 1 FROM invoice_lines mine
    WHERE mine.org_id = NEW.org_id AND mine.invoice_id = NEW.id AND NOT EXISTS (
      SELECT 1 FROM invoice_lines charged
      WHERE charged.org_id = NEW.org_id AND charged.invoice_id = NEW.corrects_id AND charged.position = mine.credits_position
        AND charged.net_minor >= mine.net_minor + coalesce((
          SELECT sum(other.net_minor) FROM invoices note INDEXED BY invoices_corrects
          CROSS JOIN invoice_lines other ON other.org_id = note.org_id AND other.invoice_id = note.id
          WHERE note.org_id = NEW.org_id AND note.corrects_id = NEW.corrects_id AND note.kind = 'credit_note' AND note.status = 'issued'
            AND other.credits_position = mine.credits_position), 0)
        AND charged.tax_minor >= mine.tax_minor + coalesce((
          SELECT sum(other.tax_minor) FROM invoices note INDEXED BY invoices_corrects
          CROSS JOIN invoice_lines other ON other.org_id = note.org_id AND other.invoice_id = note.id
          WHERE note.org_id = NEW.org_id AND note.corrects_id = NEW.corrects_id AND note.kind = 'credit_note' AND note.status = 'issued'
            AND other.credits_position = mine.credits_position), 0)
    )
  );
END;
