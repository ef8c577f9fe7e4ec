let hasStarted = false;

/** Called when the sign-out form is submitted: its response replaces this document. */
export function signOutStarted(): void {
  hasStarted = true;
  // This document is back, from the browser's cache: the response did not arrive, or the user went back.
  addEventListener("pageshow", () => (hasStarted = false), { once: true });
}

/** Whether this document is about to be replaced. Going elsewhere would cancel that, and with it the message of the sign-out. */
export const isSigningOut = (): boolean => hasStarted;
