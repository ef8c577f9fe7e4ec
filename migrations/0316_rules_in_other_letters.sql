-- SQLite changes the case of A to Z only. A rule's text with other letters is stored in lower and upper case as well, so that the
-- rule for 'Müller' applies to 'MÜLLER GMBH'; both are null where the text has no such letters.
ALTER TABLE category_rules ADD COLUMN lower_pattern TEXT;
ALTER TABLE category_rules ADD COLUMN upper_pattern TEXT;

UPDATE category_rules SET
  lower_pattern = (
    WITH RECURSIVE folded(text, n) AS (
      SELECT lower(category_rules.pattern), 1
      UNION ALL
      SELECT replace(text, substr('ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝŒŠŽ', n, 1), substr('àáâãäåæçèéêëìíîïñòóôõöøùúûüýœšž', n, 1)), n + 1
      FROM folded WHERE n <= 31
    )
    SELECT text FROM folded ORDER BY n DESC LIMIT 1
  ),
  upper_pattern = (
    WITH RECURSIVE folded(text, n) AS (
      SELECT upper(category_rules.pattern), 1
      UNION ALL
      SELECT replace(text, substr('àáâãäåæçèéêëìíîïñòóôõöøùúûüýœšž', n, 1), substr('ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝŒŠŽ', n, 1)), n + 1
      FROM folded WHERE n <= 31
    )
    SELECT text FROM folded ORDER BY n DESC LIMIT 1
  )
WHERE pattern GLOB '*[^ -~]*';

DROP TRIGGER account_transactions_follow_rules;
CREATE TRIGGER account_transactions_follow_rules AFTER INSERT ON account_transactions
WHEN NEW.source <> 'manual' AND NEW.leg IS NULL AND NEW.type <> 'adjustment' AND NEW.removed_at IS NULL AND NEW.is_reconciled = 0
  AND instr(',' || coalesce(NEW.edited_fields, '') || ',', ',category,') = 0
  AND EXISTS (
    SELECT 1 FROM category_rules r WHERE r.user_id = NEW.user_id AND instr(r.types, ',' || NEW.type || ',') > 0
      AND (instr(lower(NEW.description || ' ' || coalesce(NEW.merchant_name, '')), lower(r.pattern)) > 0
        OR instr(lower(NEW.description || ' ' || coalesce(NEW.merchant_name, '')), r.lower_pattern) > 0
        OR instr(upper(NEW.description || ' ' || coalesce(NEW.merchant_name, '')), r.upper_pattern) > 0)
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

DROP TRIGGER account_transactions_keep_following_rules;
CREATE TRIGGER account_transactions_keep_following_rules AFTER UPDATE OF category, merchant_name, description ON account_transactions
WHEN NEW.last_change = 'sync' AND NEW.leg IS NULL AND NEW.type <> 'adjustment' AND NEW.removed_at IS NULL AND NEW.is_reconciled = 0
  AND instr(',' || coalesce(NEW.edited_fields, '') || ',', ',category,') = 0
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
