import { expect, test } from "vitest";
import { type BankTransaction, noChanges } from "~/domain/finance/bank-link/item";
import type { LedgerRow } from "~/domain/finance/bank-link/ledger-row";
import { reconcile } from "~/domain/finance/bank-link/reconcile";

const facts = { date: "2026-09-10", amountMinor: -4000, description: "CAFE 0931", pending: false };

/** A row of the earlier connection to which the household has added a note. */
function row(id: string, own: Partial<LedgerRow> = {}): LedgerRow {
  return {
    ...{ id, version: 1, accountId: "own", bankId: `before-${id}`, itemId: "before", institutionId: "ins" },
    ...{ reported: null, source: "bank", ...facts, type: "withdrawal", category: "dining" },
    ...{
      merchantName: null,
      checkNumber: null,
      isReconciled: false,
      editedFields: "notes",
      ruleFields: null,
      hasNotes: true,
    },
    ...{ isTransfer: false, removedBy: null, ...own },
  };
}

function reported(id: string, own: Partial<BankTransaction> = {}): BankTransaction {
  return {
    ...{ id, bankAccountId: "theirs", pendingId: null, currency: "USD", ...facts, type: "withdrawal" as const },
    ...{ category: "dining" as const, merchantName: null, checkNumber: null, ...own },
  };
}

function planOf(rows: LedgerRow[], present: BankTransaction[], { complete = true, others = [] as LedgerRow[] } = {}) {
  const changes = { ...noChanges(true), complete, present: new Map(present.map((one) => [one.id, one])) };
  return reconcile(changes, {
    connection: { itemId: "now", institutionId: "ins" },
    accounts: new Map([["theirs", { accountId: "own", currency: "USD", isActive: true }]]),
    ...{ rows, others, replacements: new Map(), deferred: new Map() },
    covered: { accountIds: new Set(["own"]), since: "2024-12-01" },
  });
}

const pairsOf = (...args: Parameters<typeof planOf>) =>
  planOf(...args).matches.map(({ bankId, otherRowId }) => [bankId, otherRowId]);

const hidden = { description: "Lunch with Ana", amountMinor: -1, date: "2026-09-01" };
test.each<[string, Partial<LedgerRow>]>([
  ["with a note", {}],
  ["with another category", { editedFields: "category", hasNotes: false }],
  ["that is half of a transfer", { isTransfer: true, editedFields: null, hasNotes: false }],
  ["reconciled", { isReconciled: true, editedFields: null, hasNotes: false }],
  ["reported by another bank", { institutionId: "ins_of_before" }],
  ["whose edited description hides the bank's", { ...hidden, editedFields: "description", reported: facts }],
])("a row %s whose amount changed while disconnected is a possible duplicate", (_, own) => {
  const plan = planOf([row("a", own)], [reported("A", { amountMinor: -4600 })]);
  expect(plan.matches).toEqual([{ bankId: "A", otherRowId: "a", kind: "other_source" }]);
  expect(plan.inserts).toHaveLength(1);
  expect([plan.updates, plan.removals]).toEqual([[], []]);
});

test.each<[string, Partial<LedgerRow>, Partial<BankTransaction>]>([
  ["another day", {}, { date: "2026-09-11" }],
  ["another description", {}, { description: "OTHER CAFE" }],
  ["the opposite sign", {}, { amountMinor: 4600, type: "deposit" }],
  ["another account", { accountId: "savings" }, {}],
  ["still pending", {}, { pending: true }],
  ["removed by the household", { removedBy: "user" }, {}],
  ["without the household's edits or notes", { editedFields: null, hasNotes: false }, {}],
])("no possible duplicate: %s", (_, own, bank) => {
  expect(pairsOf([row("a", own)], [reported("A", { amountMinor: -4600, ...bank })])).toEqual([]);
});

test("two rows of one connection are never possible duplicates", () => {
  const rows = [row("a", { itemId: "now", bankId: "A" })];
  expect(pairsOf(rows, [reported("A"), reported("B", { amountMinor: -4600 })])).toEqual([]);
});

test("a row with an exact match is left alone, and a remaining row gets the remaining match", () => {
  const rows = [row("a"), row("b", { amountMinor: -4500 })];
  expect(pairsOf(rows, [reported("A"), reported("B", { amountMinor: -4100 })])).toEqual([["B", "b"]]);
  expect(
    pairsOf(rows, [reported("A"), reported("B", { amountMinor: -4500 }), reported("C", { amountMinor: -4501 })]),
  ).toEqual([]);
});

test("among several rows, the nearest amounts are paired, each once", () => {
  const rows = [row("a", { amountMinor: -1000 }), row("b", { amountMinor: -2000 }), row("c", { amountMinor: -9000 })];
  const present = [reported("A", { amountMinor: -1900 }), reported("B", { amountMinor: -1200 })];
  expect(pairsOf(rows, present).sort()).toEqual([
    ["A", "b"],
    ["B", "a"],
  ]);
});

test("a possible match waits until the bank has delivered its full history", () => {
  const plan = planOf([row("a")], [reported("A", { amountMinor: -4600 })], { complete: false });
  expect(plan).toMatchObject({ inserts: [], matches: [], waiting: 1 });
});

test("a transaction is in one match: same day and text take precedence over a manual row with its amount", () => {
  const typed = row("typed", {
    ...{ source: "manual", bankId: null, itemId: null, amountMinor: -4600, description: "Lunch" },
  });
  const present = [reported("A", { amountMinor: -4600 })];
  expect(pairsOf([row("a")], present, { others: [typed] })).toEqual([["A", "a"]]);
});
