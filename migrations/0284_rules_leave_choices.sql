-- A row may be inserted with a category that the household has chosen: a file's posted row takes the choices of the pending one
-- that it replaces. The rules leave it, as they leave an edited row in a sync.
DROP TRIGGER account_transactions_follow_rules;
CREATE TRIGGER account_transactions_follow_rules AFTER INSERT ON account_transactions
WHEN NEW.source <> 'manual' AND NEW.leg IS NULL AND NEW.type <> 'adjustment' AND NEW.removed_at IS NULL AND NEW.is_reconciled = 0
  AND instr(',' || coalesce(NEW.edited_fields, '') || ',', ',category,') = 0
  AND EXISTS (
    SELECT 1 FROM category_rules r WHERE r.user_id = NEW.user_id AND instr(r.types, ',' || NEW.type || ',') > 0
      AND instr(lower(NEW.description || ' ' || coalesce(NEW.merchant_name, '')), lower(r.pattern)) > 0
  )
BEGIN
  UPDATE account_transactions SET (category, merchant_name) = (
    SELECT r.category, coalesce(r.merchant_name, NEW.merchant_name) FROM category_rules r
    WHERE r.user_id = NEW.user_id AND instr(r.types, ',' || NEW.type || ',') > 0
      AND instr(lower(NEW.description || ' ' || coalesce(NEW.merchant_name, '')), lower(r.pattern)) > 0
    ORDER BY length(r.pattern) DESC, r.id LIMIT 1
  ) WHERE user_id = NEW.user_id AND id = NEW.id;
END;
