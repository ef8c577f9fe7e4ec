-- A deleted rule's rows keep what it gave them: the fields that a sync and the other rules leave from then on, comma-separated.
ALTER TABLE account_transactions ADD COLUMN rule_fields TEXT;
ALTER TABLE transaction_change_rows ADD COLUMN rule_fields TEXT;

DROP TRIGGER account_transactions_keep_following_rules;
CREATE TRIGGER account_transactions_keep_following_rules AFTER UPDATE OF category, merchant_name, description ON account_transactions
WHEN NEW.last_change = 'sync' AND NEW.leg IS NULL AND NEW.type <> 'adjustment' AND NEW.removed_at IS NULL AND NEW.is_reconciled = 0
  AND instr(',' || coalesce(NEW.edited_fields, '') || ',', ',category,') = 0 AND NEW.rule_fields IS NULL
  AND EXISTS (
    SELECT 1 FROM category_rules r WHERE r.user_id = NEW.user_id AND instr(r.types, ',' || NEW.type || ',') > 0
      AND (instr(lower(NEW.description || ' ' || coalesce(NEW.merchant_name, '')), lower(r.pattern)) > 0
        OR instr(lower(NEW.description || ' ' || coalesce(NEW.merchant_name, '')), r.lower_pattern) > 0
        OR instr(upper(NEW.description || ' ' || coalesce(NEW.merchant_name, '')), r.upper_pattern) > 0)
      AND (r.category <> NEW.category OR (r.merchant_name IS NOT NULL AND r.merchant_name IS NOT NEW.merchant_name))
  )
BEGIN
  UPDATE account_transactions SET (category, merchant_name) = (
    SELECT r.category, coalesce(r.merchant_name, NEW.merchant_name) FROM category_rules r
    WHERE r.user_id = NEW.user_id AND instr(r.types, ',' || NEW.type || ',') > 0
      AND (instr(lower(NEW.description || ' ' || coalesce(NEW.merchant_name, '')), lower(r.pattern)) > 0
        OR instr(lower(NEW.description || ' ' || coalesce(NEW.merchant_name, '')), r.lower_pattern) > 0
        OR instr(upper(NEW.description || ' ' || coalesce(NEW.merchant_name, '')), r.upper_pattern) > 0)
    ORDER BY length(r.pattern) DESC, r.id LIMIT 1
  ) WHERE user_id = NEW.user_id AND id = NEW.id;
END;

-- One rule for a text, in whatever case its letters are. A trigger, because a household may have two such rules already.
CREATE TRIGGER category_rules_pattern_in_any_case BEFORE INSERT ON category_rules
BEGIN
  SELECT RAISE(ABORT, 'category_rules_pattern') WHERE EXISTS (
    SELECT 1 FROM category_rules r
    WHERE r.user_id = NEW.user_id AND coalesce(r.lower_pattern, lower(r.pattern)) = coalesce(NEW.lower_pattern, lower(NEW.pattern))
  );
END;
