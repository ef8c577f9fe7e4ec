import { formatInvoiceNumber, STATE_LABELS } from "~/domain/invoices/invoice";
import { usePossibleDialog } from "~/lib/use-possible-dialog";
import { useInvoice } from "./use-invoice";

type Invoice = ReturnType<typeof useInvoice>;

/** The invoice that a dialog is about, and whether its action was possible when the dialog opened. */
export function useInvoiceFor(action: keyof Invoice["can"]) {
  const invoice = useInvoice();
  return { invoice, isPossible: usePossibleDialog(invoice.can[action], standingOf(invoice)) };
}

function standingOf({ kind, number, state }: Invoice): string {
  if (number === null) return "This invoice is still a draft.";
  const reference = formatInvoiceNumber(kind, number);
  return kind === "credit_note" ? `${reference} is a credit note.` : `${reference} is ${STATE_LABELS[state]} now.`;
}
