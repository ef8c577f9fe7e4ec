import { expect, test } from "vitest";
import { acrossTenants, checkBatch } from "#drizzle/d1/guard";
import { tenantGuard } from "#drizzle/d1/tenants";

const guard = tenantGuard();
const check = (...texts: string[]) =>
  checkBatch(
    guard,
    texts.map((sql) => ({ sql, params: [] })),
    0,
  );

test.each([
  'select "work_order_notes"."body" from "work_order_notes" left join "users" on "users"."id" = "work_order_notes"."user_id" where "work_order_notes"."org_id" = ?',
  "SELECT t.id FROM technicians t, users u WHERE t.org_id = ? AND u.id = t.user_id",
  `SELECT id FROM organizations WHERE id IN (SELECT ${acrossTenants} org_id FROM maintenance_plans)`,
  "INSERT INTO outbox (id, org_id) SELECT id, org_id FROM members WHERE user_id = ?",
  `UPDATE ${acrossTenants} bank_items SET status = 'revoked' WHERE user_id IN (SELECT id FROM users)`,
])("a statement across identity and tenant data is rejected: %s", (sql) => {
  expect(() => check(sql)).toThrow("identity and tenants' data in one statement");
});

test("a batch across identity and tenant data is rejected", () => {
  const users = 'update "users" set "first_name" = ? where "users"."id" = ?';
  const names = "UPDATE tenant_members SET first_name = ? WHERE org_id = ? AND user_id = ?";
  expect(() => check(users, names)).toThrow("identity and tenants' data in one batch");
  expect(() => check(users, "INSERT INTO identity_outbox (id) VALUES (?)")).not.toThrow();
  expect(() => check(names, "INSERT INTO outbox (id) VALUES (?)")).not.toThrow();
});

test("shared reference data may be used with either side", () => {
  const assertion = "INSERT INTO batch_assertions (reason, met) SELECT ?, changes()";
  expect(() => check("DELETE FROM sessions WHERE id = ?", assertion)).not.toThrow();
  expect(() => check("DELETE FROM customers WHERE org_id = ?", assertion, "SELECT id FROM places")).not.toThrow();
});
