import { usePeriodicReload } from "./use-periodic-reload";

const RELOADS = { everyMs: 4000, max: 60 };

/** Whether the customer has finished paying: `done` is the processor page's report, not proof that the money has arrived. */
export function isPaymentPending(checkout: { status: string } | null, returned: string | null): boolean {
  return checkout?.status === "processing" || (checkout?.status === "open" && returned === "done");
}

/** Reloads every few seconds while a payment is being processed. */
export function useArrival(isWaiting: boolean): void {
  usePeriodicReload(isWaiting, RELOADS);
}
