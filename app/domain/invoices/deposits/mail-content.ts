import { formatMoney } from "~/domain/shared/money";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";

export const DEPOSIT_IS_CLOSED = "This deposit is no longer needed.";

interface DepositTerms {
  amountMinor: number;
  note: string | null;
  workOrderNumber: number;
  workOrderTitle: string;
  customerName: string;
}

/** The email with the link to a deposit. */
export function depositMail(request: DepositTerms, { business, url }: { business: string; url: string }) {
  const { amountMinor, note, workOrderNumber, workOrderTitle, customerName } = request;
  const amount = formatMoney(amountMinor);
  return {
    subject: `Deposit of ${amount} for ${formatWorkOrderNumber(workOrderNumber)} from ${business}`,
    text: [
      `Hello ${customerName},`,
      `Please pay a deposit of ${amount} for this job: ${workOrderTitle}. We'll take it off your invoice.`,
      ...(note === null ? [] : [note]),
      `Pay it online: ${url}`,
      `Thank you,\n${business}\n`,
    ].join("\n\n"),
  };
}

/** The email to the office about money received after a deposit request was closed. */
export function lateDepositMail({ amountMinor, workOrderNumber, customerName, state }: LateDeposit) {
  const amount = formatMoney(amountMinor);
  const number = formatWorkOrderNumber(workOrderNumber);
  const why = state === "paid" ? "had been paid already" : "had been withdrawn";
  return {
    subject: `${number}: a deposit of ${amount} came after its request was closed`,
    text: `${customerName} paid a deposit of ${amount} by card for ${number}, but the request ${why}. The money was added to the customer's credit.\n\nApply it to an invoice of this customer, or refund it.\n`,
  };
}

type LateDeposit = Pick<DepositTerms, "amountMinor" | "workOrderNumber" | "customerName"> & { state: string };
