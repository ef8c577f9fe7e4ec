-- An amount off one line, after its percentage. An additional estimate's discount is for its own lines, and its share of cents is
-- seldom a whole percentage.
ALTER TABLE invoice_lines ADD COLUMN discount_amount_minor INTEGER NOT NULL DEFAULT 0 CONSTRAINT invoice_line_discount_amount
  CHECK (discount_amount_minor >= 0 AND (unit_price_minor IS NULL OR discount_amount_minor <= discount_minor));
