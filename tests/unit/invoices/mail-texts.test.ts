import { expect, test } from "vitest";
import { mailContent } from "~/domain/invoices/mail-content";

const invoice = {
  ...({ kind: "invoice", number: 42, state: "open", billTo: { name: "Ada" }, dueOn: "2026-12-21" } as const),
  ...{ totalMinor: 33_499, balanceMinor: 33_499 },
};

test.each([
  ["document", {}, "Your invoice INV-0042 for $334.99 is attached. It is due on December 21, 2026."],
  ["document", { balanceMinor: 100 }, "The balance of $1.00 is due on December 21, 2026."],
  ["document", { state: "overdue" }, "It was due on December 21, 2026."],
  ["document", { balanceMinor: 0, state: "paid" }, "It is paid in full."],
  ["document", { kind: "credit_note", number: 7 }, "Your credit note CN-0007 for $334.99 is attached.\n"],
  ["reminder", { balanceMinor: 9900, state: "overdue" }, "$99.00 of invoice INV-0042 was due on December 21, 2026."],
] as const)("a %s with %o says how much is due", (mail, given, sentence) => {
  const { subject, message } = mailContent(mail, { ...invoice, ...given }, "Comfort Air");
  expect(message).toContain(sentence);
  expect(message.endsWith("Thank you,\nComfort Air")).toBe(true);
  expect(subject.startsWith("Reminder: ")).toBe(mail === "reminder");
});
