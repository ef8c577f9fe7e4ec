let hasStarted = false;

/** Called when the sign-out form is submitted: its response replaces this document. */
export function signOutStarted(): void {
  hasStarted = true;
}

/** Whether this document is about to be replaced. Going elsewhere would cancel that, and with it the message of the sign-out. */
export const isSigningOut = (): boolean => hasStarted;
