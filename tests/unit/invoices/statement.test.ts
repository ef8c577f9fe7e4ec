import { expect, test } from "vitest";
import { randomly } from "#tests/support/receivables-history";
import { reportPeriod } from "~/domain/invoices/invoice";
import {
  entryDetail,
  entryLabel,
  printedStatement,
  runningStatement,
  STATEMENT_ENTRY_TYPES,
  type StatementEntry,
  statementMailContent,
} from "~/domain/invoices/receivables/statement";

const entry = (given: Partial<StatementEntry>): StatementEntry => ({
  ...{
    type: "invoice",
    id: "1",
    on: "2026-11-01",
    number: 42,
    text: null,
    method: null,
    dueOn: null,
    changeMinor: 100,
  },
  ...given,
});

test("with any entries, each balance is exactly the opening balance plus all changes so far", () => {
  const random = randomly(3);
  for (let round = 0; round < 200; round++) {
    const openingMinor = Math.floor(random() * 2e9) - 1e9;
    const entries = Array.from({ length: Math.floor(random() * 60) }, (_, id) => {
      const type = STATEMENT_ENTRY_TYPES[Math.floor(random() * 4)] ?? "invoice";
      const minor = Math.floor(random() * 1e11);
      return entry({ id: String(id), type, changeMinor: type === "invoice" || type === "refund" ? minor : -minor });
    });
    const { entries: running, sums, closingMinor } = runningStatement(openingMinor, entries);
    const exact = (until: number) =>
      entries.slice(0, until).reduce((sum, { changeMinor }) => sum + BigInt(changeMinor), BigInt(openingMinor));
    expect(running.map(({ balanceMinor }) => BigInt(balanceMinor))).toEqual(entries.map((_, at) => exact(at + 1)));
    expect(BigInt(closingMinor)).toBe(exact(entries.length));
    expect(openingMinor + Object.values(sums).reduce((sum, minor) => sum + minor, 0)).toBe(closingMinor);
  }
});

test.each([
  [{}, "2026-11-22", { from: "2026-01-01", to: "2026-11-22" }],
  [{}, "2028-02-29", { from: "2028-01-01", to: "2028-02-29" }],
  [{ to: "2025-06-30" }, "2026-11-22", { from: "2025-01-01", to: "2025-06-30" }],
  [{ from: "2024-02-29" }, "2026-11-22", { from: "2024-02-29", to: "2026-11-22" }],
  [{ from: "2027-01-05" }, "2026-11-22", { from: "2027-01-05", to: "2027-01-05" }],
  [{ from: "2026-12-31", to: "2026-12-01" }, "2026-11-22", { from: "2026-12-01", to: "2026-12-01" }],
])("the date range for %j as of %s is %j", (given, today, days) => {
  expect(reportPeriod(given, today)).toEqual(days);
});

test.each([
  [entry({}), "Invoice INV-0042", null],
  [
    entry({ type: "credit_note", number: 7, text: "Credit for INV-0042" }),
    "Credit note CN-0007",
    "Credit for INV-0042",
  ],
  [entry({ type: "payment", method: "bank", number: null, text: "1042" }), "Payment, bank transfer", "1042"],
  [entry({ type: "refund", method: null, number: null }), "Refund", null],
  [entry({ type: "refund", method: "cash", text: "Goodwill" }), "Refund of INV-0042, cash", "Goodwill"],
  [entry({ text: "Tune-up", dueOn: "2026-12-01" }), "Invoice INV-0042", "Tune-up, due Dec 1, 2026"],
])("label and detail of entry %#", (given, label, detail) => {
  expect([entryLabel(given), entryDetail(given)]).toEqual([label, detail]);
});

test("a statement has its balances in the email and on paper", () => {
  const customer = { name: "Ada Byron", lines: ["12 Oak Street"] };
  const seller = { name: "Comfort Air", phone: null, email: "office@example.com", lines: [] };
  const days = { from: "2026-01-01", to: "2026-11-22" };
  const of = (changeMinor: number) => runningStatement(500, [entry({ changeMinor })]);
  const printed = printedStatement({ customer, seller, ...days, statement: of(1000) });
  expect(printed.rows.map(({ change, balance }) => [change, balance])).toEqual([
    ["", "$5.00"],
    ["$10.00", "$15.00"],
  ]);
  expect(printed.totals.map(({ label, value }) => `${label} ${value}`)).toEqual([
    "Opening balance $5.00",
    "Invoices $10.00",
    "Closing balance $15.00",
  ]);
  expect(printed.blocks[1]).toEqual({ title: "Balance due", lines: ["$15.00"] });
  const message = (changeMinor: number) =>
    statementMailContent({ customer, ...days, ...of(changeMinor) }, "Comfort Air").message;
  expect(message(1000)).toContain("Your balance is $15.00.");
  expect(message(-500)).toContain("Nothing is owed.");
  expect(message(-900)).toContain("You have a credit of $4.00.");
});
