import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { conflictCurrent } from "~/components/forms/conflict-current";
import { type InvoiceAction, notPossibleText } from "~/domain/invoices/not-possible";
import { useActionAnswer } from "~/lib/use-action-answer";
import { usePossibleDialog } from "~/lib/use-possible-dialog";
import { useInvoice } from "./use-invoice";

/**
 * The invoice that a dialog is about, and whether its action was possible when the dialog opened. If the form is refused because
 * someone else changed the invoice, it is read again, so that the form can be sent for what it is now.
 */
export function useInvoiceFor(action: InvoiceAction) {
  const invoice = useInvoice();
  const current = conflictCurrent(useFormRefusal(useActionAnswer()).details);
  const { revalidate } = useRevalidator();
  const isStale = current !== null && current.version !== invoice.version;

  // A refused form reads nothing again by itself.
  useEffect(() => {
    if (isStale) revalidate();
  }, [isStale, revalidate]);
  return { invoice, isPossible: usePossibleDialog(invoice.can[action], notPossibleText(action, invoice)) };
}
