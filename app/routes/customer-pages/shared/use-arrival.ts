import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";

const LOOK_MS = 4000;
/** Stops after a few minutes, when nobody is likely to be watching. */
const MAX_LOOKS = 60;

/** Whether the customer has finished paying: `done` is the processor page's report, not proof that the money has arrived. */
export function isPaymentPending(checkout: { status: string } | null, returned: string | null): boolean {
  return checkout?.status === "processing" || (checkout?.status === "open" && returned === "done");
}

/** Reloads every few seconds while a payment is being processed. */
export function useArrival(isWaiting: boolean): void {
  const { revalidate } = useRevalidator();
  const looks = useRef(0);
  // No message reaches this page: a timer is the only way to notice.
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => {
      looks.current += 1;
      if (looks.current <= MAX_LOOKS) revalidate();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [isWaiting, revalidate]);
}
