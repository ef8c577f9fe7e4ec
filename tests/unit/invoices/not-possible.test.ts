import { expect, test } from "vitest";
import { type InvoiceAction, notPossibleText } from "~/domain/invoices/not-possible";

const open = { kind: "invoice", number: 7, state: "open", balanceMinor: 5000 } as const;
const paid = { ...open, state: "paid", balanceMinor: 0 } as const;
const voided = { ...open, state: "void", balanceMinor: 0 } as const;
const creditNote = { ...open, kind: "credit_note", balanceMinor: 0 } as const;
const draft = { ...open, number: null, state: "draft" } as const;

test.each<[InvoiceAction, Parameters<typeof notPossibleText>[1], string]>([
  ["applyCredit", open, "This customer has no credit."],
  ["applyCredit", paid, "Nothing is owed on INV-0007 anymore."],
  ["applyCredit", draft, "Nothing is owed on a draft. Issue the invoice first."],
  ["pay", paid, "Nothing is owed on INV-0007 anymore."],
  ["pay", voided, "INV-0007 is void. Nothing is owed on it."],
  ["pay", creditNote, "CN-0007 is a credit note. Nothing is owed on it."],
  ["credit", open, "All of INV-0007 has already been credited."],
  ["credit", creditNote, "A credit note can't be credited."],
  ["credit", draft, "A draft can't be credited. Change or delete it instead."],
  ["void", voided, "INV-0007 is already void."],
  ["edit", open, "INV-0007 has been issued. It can't be changed or deleted anymore."],
  ["issue", open, "INV-0007 has already been issued."],
  ["send", draft, "A draft can't be sent. Issue the invoice first."],
  ["remind", open, "Nothing is overdue on INV-0007."],
])("why an invoice does not allow '%s': %o, %s", (action, invoice, text) => {
  expect(notPossibleText(action, invoice)).toBe(text);
});
