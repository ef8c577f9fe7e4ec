import { type InvoiceAction, notPossibleText } from "~/domain/invoices/not-possible";
import { usePossibleDialog } from "~/lib/use-possible-dialog";
import { useInvoice } from "./use-invoice";

/** The invoice that a dialog is about, and whether its action was possible when the dialog opened. */
export function useInvoiceFor(action: InvoiceAction) {
  const invoice = useInvoice();
  return { invoice, isPossible: usePossibleDialog(invoice.can[action], notPossibleText(action, invoice)) };
}
