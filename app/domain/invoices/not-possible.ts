import { formatInvoiceNumber, type InvoiceKind, type InvoiceState } from "./invoice";

/** What a dialog of an invoice does. */
export type InvoiceAction = "edit" | "issue" | "pay" | "applyCredit" | "credit" | "void" | "send" | "remind";

interface Standing {
  kind: InvoiceKind;
  number: number | null;
  state: InvoiceState;
  balanceMinor: number;
}

/** Why an invoice does not allow an action, or does not anymore. */
export function notPossibleText(action: InvoiceAction, invoice: Standing): string {
  const { balanceMinor, kind, number, state } = invoice;
  if (number === null) return draftText(action);
  const reference = formatInvoiceNumber(kind, number);
  switch (action) {
    case "edit":
      return `${reference} has been issued. It can't be changed or deleted anymore.`;
    case "issue":
      return `${reference} has already been issued.`;
    case "pay":
    case "applyCredit":
      if (kind === "credit_note") return `${reference} is a credit note. Nothing is owed on it.`;
      if (state === "void") return `${reference} is void. Nothing is owed on it.`;
      return balanceMinor > 0 ? "This customer has no credit." : `Nothing is owed on ${reference} anymore.`;
    case "credit":
      if (kind === "credit_note") return "A credit note can't be credited.";
      return state === "void" ? `${reference} is already void.` : `All of ${reference} has already been credited.`;
    case "void":
      return kind === "credit_note" ? "A credit note can't be voided." : `${reference} is already void.`;
    case "send":
      return `${reference} can't be sent.`;
    case "remind":
      return `Nothing is overdue on ${reference}.`;
  }
}

function draftText(action: InvoiceAction): string {
  switch (action) {
    case "edit":
    case "issue":
      return "You can't change this draft.";
    case "pay":
    case "applyCredit":
      return "Nothing is owed on a draft. Issue the invoice first.";
    case "credit":
      return "A draft can't be credited. Change or delete it instead.";
    case "void":
      return "A draft can't be voided. Change or delete it instead.";
    case "send":
    case "remind":
      return "A draft can't be sent. Issue the invoice first.";
  }
}
