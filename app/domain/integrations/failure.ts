/** Failures of the HTTP client in plain words, with what to do. */
const FAILURE_MESSAGES: Record<string, string> = {
  unreachable: "can't be reached. Check its address, and whether it is down.",
  timeout: "took too long to respond. It may be busy; try again in a few minutes.",
  redirect: "has moved to another address. Check the address in its settings.",
  reconnect: "does not accept the key. Check the key in its settings.",
  rate_limited: "received too many requests. Try again later.",
  refused: "refused the request. Check its settings, and what the key may do.",
  server_error: "has a problem on its side. Try again in a few minutes.",
  unreadable: "sent a response that can't be read. Check that the address leads to it and not to a sign-in page.",
  unexpected: "sent a response in an unexpected format. Check that the address leads to it, and its version.",
  too_large: "sent far more than expected. Check that the address leads to it.",
};

const TECHNICAL = /^[\w .-]{1,60}: ([a-z_]+)(?: \((\d{3})\))?$/;

interface Failure {
  text: string;
  /** The actual response, for the system's administrator; null if the text says everything. */
  technical: string | null;
}

/** A failed test in plain words. `name`: the system's name. `message`: as recorded. */
export function failureText(name: string, message: string): Failure {
  const [, kind = ""] = TECHNICAL.exec(message) ?? [];
  const text = FAILURE_MESSAGES[kind];
  if (text) return { text: `${name} ${text}`, technical: message };
  // Full sentences are meant for users; anything else comes from code.
  const isSentence = /^[A-Z].*[.!?]$/s.test(message);
  return isSentence ? { text: message, technical: null } : { text: `${name}: the test failed.`, technical: message };
}
