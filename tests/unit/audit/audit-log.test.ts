import { expect, test } from "vitest";
import { AUDIT_TOPICS, actionLabel, changedFields, changedValues, eventsOf } from "~/domain/audit/audit-log";
import { SECURITY_EVENT_KINDS } from "~/domain/auth/security-event";

test("every account event belongs to one topic, and wrong codes to failed sign-ins", () => {
  expect(AUDIT_TOPICS.flatMap(eventsOf).sort()).toEqual([...SECURITY_EVENT_KINDS].sort());
  expect(eventsOf("failed")).toEqual(
    expect.arrayContaining(["sign_in_failed", "second_step_failed", "locked_out", "passkey_failed"]),
  );
  expect(eventsOf("sign_ins")).toEqual(expect.arrayContaining(["second_step_off", "recovery_code_used"]));
});

test.each([
  ["account", "sign_in_failed", "Wrong password"],
  ["account", "locked_out", "Too many wrong passwords or codes"],
  ["member", "roles_changed", "Changed roles"],
  ["work_order", "work_order.update", "Work order changed"],
  ["equipment", "service_group.create", "Circuit created"],
  ["site", "site.update", "Property changed"],
  ["site", "site_access.update", "Access notes changed"],
  ["site", "site_access.view", "Access notes viewed"],
  ["site", "site_person.add", "Person at property added"],
  ["stock_lot", "stock_lot.correct_expiry", "Lot expiration date corrected"],
  ["todo", "todo.complete", "To-do completed"],
  ["code_host", "code_host.connect", "Code host connected"],
  ["scheduler", "scheduler.reassign_day", "Scheduler: reassign day"],
  ["account", "made_up", "made_up"],
  ["member", "moved_on", "Member: moved on"],
])("%s and %s are labeled '%s'", (entity, action, label) => {
  expect(actionLabel({ entity, action })).toBe(label);
});

test.each([
  [{ roles: ["Manager"], status: "active" }, { roles: ["Admin"] }, "roles Manager → Admin"],
  [{ taxRate: 1, name: "North" }, { taxRate: 1, name: "South" }, "name North → South"],
  [null, { email: "ada@example.com", roles: ["Technician"] }, "email ada@example.com; roles Technician"],
  [{ permissions: null }, { permissions: ["customers.read"] }, "permissions none → customers.read"],
  [{ phone: "x".repeat(80) }, { phone: "" }, `phone ${"x".repeat(60)}… → none`],
  [{ version: 1 }, { version: 2 }, null],
  [null, null, null],
])("a change from %j to %j", (before, after, text) => {
  expect(changedValues(before && JSON.stringify(before), after && JSON.stringify(after))).toBe(text);
});

test("an audit line names the changed fields, not their values", () => {
  expect(changedFields('{"firstName":"Ada"}', '{"firstName":"Eve","phone":null}')).toBe("first name, phone");
  expect(changedFields(null, "{}")).toBeNull();
});
