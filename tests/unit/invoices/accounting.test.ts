import { expect, test } from "vitest";
import {
  ACCOUNTING_HEADERS,
  type BilledLine,
  type DocumentRow,
  documentCells,
  paymentCells,
  quickBooksCells,
  refundCells,
} from "~/domain/invoices/accounting";

const invoice: DocumentRow = {
  ...{ kind: "invoice", status: "issued", number: 42, customerNumber: 7, customerName: "Ana Moreau" },
  ...{ workOrderNumber: 1009, issuedOn: "2026-11-02", dueOn: "2026-12-02", correctsNumber: null },
  ...{ subtotalMinor: 20_000, discountMinor: 1_000, taxMinor: 950, totalMinor: 19_950 },
  ...{ paidMinor: 10_000, creditedMinor: 950 },
};

const byName = (file: keyof typeof ACCOUNTING_HEADERS, cells: readonly (string | number)[]) => {
  expect(cells).toHaveLength(ACCOUNTING_HEADERS[file].length);
  return Object.fromEntries(ACCOUNTING_HEADERS[file].map((name, at) => [name, cells[at]]));
};

test.each<[string, Partial<DocumentRow>, Record<string, string | number>]>([
  [
    "an open invoice",
    {},
    { Number: "INV-0042", Status: "Issued", Total: 19_950, Balance: 9_000, "Work order": "1009" },
  ],
  [
    "a void invoice owes nothing",
    { status: "void", creditedMinor: 9_950 },
    { Status: "Void", Balance: 0, Total: 19_950 },
  ],
  [
    "a credit note is below zero",
    { kind: "credit_note", number: 3, correctsNumber: 42, paidMinor: 0, creditedMinor: 0, dueOn: null },
    { Number: "CN-0003", Corrects: "INV-0042", Due: "", Subtotal: -20_000, Tax: -950, Total: -19_950, Balance: 0 },
  ],
])("a document in the accounting export: %s", (_what, given, wanted) => {
  expect(byName("invoices", documentCells({ ...invoice, ...given }))).toMatchObject(wanted);
});

const payment = {
  ...{ on: "2026-11-03", customerNumber: 7, customerName: "Ana Moreau", method: "bank" as const, reference: "4711" },
  ...{ workOrderNumber: null, amountMinor: 10_000, note: null },
};

test("payments list their invoices and the credit left, and refunds are negative", () => {
  const paid = { ...payment, invoiceNumbers: "9,12", allocatedMinor: 6_000, refundedMinor: 1_500 };
  expect(byName("payments", paymentCells(paid))).toMatchObject({
    ...{ Kind: "Payment", Method: "Bank transfer", Invoices: "INV-0009 INV-0012", "Work order": "" },
    ...{ Amount: 10_000, "On invoices": 6_000, Refunded: 1_500, Credit: 2_500 },
  });
  const nowhere = byName("payments", paymentCells({ ...paid, invoiceNumbers: null }));
  expect(nowhere.Invoices).toBe("");
  const refund = { ...payment, amountMinor: 1_500, note: "Too much" };
  expect(byName("payments", refundCells({ ...refund, invoiceNumber: 9 }))).toMatchObject({
    ...{ Kind: "Refund", Reference: "4711", Invoices: "INV-0009", Amount: -1_500, Credit: "", Note: "Too much" },
  });
  expect(byName("payments", refundCells({ ...refund, invoiceNumber: null })).Invoices).toBe("");
});

const line: BilledLine = {
  ...{ number: 42, customerName: "Ana Moreau", issuedOn: "2026-11-02", dueOn: "2026-12-02", termsDays: 30 },
  ...{ title: null, kind: "labor", description: "Diagnosis", quantityMilli: 1_500, unitPriceMinor: 12_000 },
  ...{ netMinor: 18_000, taxMinor: 990, ratePpm: 55_000 },
};

test.each<[string, Partial<BilledLine>, Record<string, string | number>]>([
  ["as billed", {}, { ItemQuantity: "1.5", ItemRate: 12_000, "*ItemAmount": 18_000, Taxable: "Y", TaxRate: "5.5%" }],
  ["a discount", { netMinor: 16_200 }, { ItemQuantity: "1", ItemRate: 16_200, "*ItemAmount": 16_200 }],
  ["rounded to the cent", { quantityMilli: 333, netMinor: 3_996 }, { ItemQuantity: "0.333", ItemRate: 12_000 }],
  [
    "rounded away",
    { quantityMilli: 333, unitPriceMinor: 101, netMinor: 34 },
    { ItemQuantity: "1", ItemRate: 34, "*ItemAmount": 34 },
  ],
  ["not taxed", { taxMinor: 0 }, { Taxable: "N", TaxRate: "" }],
  ["due at once", { termsDays: 0, dueOn: null }, { Terms: "Due on receipt", "*DueDate": "11/02/2026" }],
])("a line in the QuickBooks export: %s", (_what, given, wanted) => {
  expect(byName("quickbooks", quickBooksCells({ ...line, ...given }))).toMatchObject({
    ...{ "*InvoiceNo": "INV-0042", "*InvoiceDate": "11/02/2026", "Item(Product/Service)": "Labor" },
    ...wanted,
  });
});
