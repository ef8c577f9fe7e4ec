import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = "migrations";

/** Name -> text of every trigger that exists after all migrations. */
function triggers(): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of readdirSync(folder).sort()) {
    const text = readFileSync(`${folder}/${file}`, "utf8");
    const statements = text.matchAll(/CREATE TRIGGER (\w+)\b.*?\bEND;|DROP TRIGGER (\w+);/gs);
    for (const [statement, created, dropped] of statements) {
      if (created) found.set(created, statement);
      if (dropped) found.delete(dropped);
    }
  }
  return found;
}

/** Rows of households, which are deleted differently: by `account_deletions` and closing accounts. */
const ofHouseholds = new Set([
  "account_transactions_reconciled_are_kept",
  "account_deletions_begun_stay",
  "business_deletions_begun_stay",
  "bank_accounts_leave_their_bank",
]);

/**
 * A trigger that protects a business's rows must have this exception, or the business can never be deleted:
 * WHEN NOT EXISTS (SELECT 1 FROM tenant_organizations o WHERE o.id = OLD.org_id AND o.deleting = 1)
 */
test("every trigger that prevents deletes allows them when the business itself is deleted", () => {
  const strict = [...triggers()]
    .filter(([name, sql]) => /BEFORE DELETE/.test(sql) && /RAISE/.test(sql) && !ofHouseholds.has(name))
    .filter(([, sql]) => !/deleting = 1|business_deletions/.test(sql))
    .map(([name]) => name);
  expect(strict).toEqual([]);
});
