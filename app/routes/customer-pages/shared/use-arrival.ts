import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";

const LOOK_MS = 4000;
/** After some minutes nobody watches any more. */
const MAX_LOOKS = 60;

/** Whether the customer has done all: `done` is what the processor's page says, not yet what has come. */
export function isOnItsWay(checkout: { status: string } | null, returned: string | null): boolean {
  return checkout?.status === "processing" || (checkout?.status === "open" && returned === "done");
}

/** Looks again every few seconds while money is on its way. */
export function useArrival(isWaiting: boolean): void {
  const { revalidate } = useRevalidator();
  const looks = useRef(0);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => {
      looks.current += 1;
      if (looks.current <= MAX_LOOKS) revalidate();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [isWaiting, revalidate]);
}
