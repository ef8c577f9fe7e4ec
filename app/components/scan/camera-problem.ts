export type CameraProblem = "insecure" | "denied" | "none" | "busy" | "failed";

/** Why the camera is unavailable, from the name of the browser's error. */
export function cameraProblem(errorName: string): CameraProblem {
  if (errorName === "InsecureError") return "insecure";
  if (errorName === "NotAllowedError" || errorName === "SecurityError") return "denied";
  if (errorName === "NotFoundError" || errorName === "OverconstrainedError") return "none";
  if (errorName === "NotReadableError" || errorName === "AbortError") return "busy";
  return "failed";
}

export const cameraProblemMessages: Record<CameraProblem, string> = {
  insecure: "The camera needs a secure connection (https). Type the code instead.",
  denied: "The camera is blocked for this site. Allow it in the browser’s site settings, or type the code.",
  none: "This device has no camera. Type the code or use a handheld scanner.",
  busy: "Another app is using the camera. Close it and try again, or type the code.",
  failed: "The camera could not be started. Try again, or type the code.",
};

interface Read {
  code: string;
  at: number;
}

/** A camera sees the same label many times a second: it counts again only after being out of sight for this long. */
const REPEAT_MS = 1500;

/** Whether a code counts as a new scan, given the last one that was seen. */
export function isNewCode(code: string, at: number, last: Read | null): boolean {
  return last === null || last.code !== code || at - last.at > REPEAT_MS;
}
