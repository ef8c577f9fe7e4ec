export type MicrophoneProblem = "insecure" | "denied" | "none" | "busy" | "unsupported" | "failed";

/** Why the microphone is unavailable, from the name of the browser's error. */
export function microphoneProblem(errorName: string): MicrophoneProblem {
  switch (errorName) {
    case "InsecureError":
      return "insecure";
    case "NotAllowedError":
    case "SecurityError":
      return "denied";
    case "NotFoundError":
    case "OverconstrainedError":
      return "none";
    case "NotReadableError":
    case "AbortError":
      return "busy";
    case "NotSupportedError":
      return "unsupported";
    default:
      return "failed";
  }
}

export const microphoneProblemTexts: Record<MicrophoneProblem, string> = {
  insecure: "The microphone needs a secure connection (https). Type it instead.",
  denied: "The microphone is blocked for this site. Allow it in the browser’s site settings, or type it.",
  none: "This device has no microphone. Connect one and try again, or type it.",
  busy: "Another app is using the microphone. Close it and try again, or type it.",
  unsupported: "This browser can't record sound. Type it instead.",
  failed: "The microphone could not be started. Try again, or type it.",
};

/** Whether trying again might help. */
export const canRetry = (problem: MicrophoneProblem) => problem !== "insecure" && problem !== "unsupported";
