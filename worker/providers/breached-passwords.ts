import type { BreachedPasswords } from "~/domain/auth/breached-passwords";
import { isCommon } from "~/domain/auth/password";
import type { Settings } from "../env";
import { type HttpClientOptions, HttpError, httpClient } from "./http-client";

const SERVICE = "breached passwords";
/** A form waits for it. */
const TIMEOUT_MS = 2000;
const PREFIX_DIGITS = 5;
const LINE = /^([0-9A-F]{35}):(\d+)$/;

/**
 * The range search of Have I Been Pwned (GET /range/{first five digits of the SHA-1}), whose answer has every suffix with these digits.
 * Only they leave: hundreds of known passwords share them. Padding hides from whoever sees the size of an answer which range it was;
 * its lines have the count 0. Without its address the embedded list of common passwords answers.
 */
export function breachedPasswords(
  settings: Pick<Settings, "BREACHED_PASSWORDS_URL" | "ENVIRONMENT">,
  deps?: HttpClientOptions["deps"],
): BreachedPasswords {
  const baseUrl = addressOf(settings);
  if (baseUrl === null) return { kind: "embedded", has: async (password) => isCommon(password) };
  const headers = { accept: "text/plain", "add-padding": "true" };
  const client = httpClient({ service: SERVICE, baseUrl, headers, timeoutMs: TIMEOUT_MS, deps });
  return {
    kind: "http",
    has: async (password) => {
      const hash = await sha1(password);
      const path = `/range/${hash.slice(0, PREFIX_DIGITS)}`;
      let text = "";
      for await (const part of client.stream({ path }, new AbortController().signal)) text += part;
      return countOf(text, hash.slice(PREFIX_DIGITS)) > 0;
    },
  };
}

/** The service is asked in production unless it is turned off, and elsewhere where an address says so. */
function addressOf({ BREACHED_PASSWORDS_URL: address, ENVIRONMENT }: Parameters<typeof breachedPasswords>[0]) {
  if (address === "none") return null;
  return address ?? (ENVIRONMENT === "production" ? "https://api.pwnedpasswords.com" : null);
}

/** How often breaches had it; every range has hundreds of lines, so that an answer without one is none. @throws HttpError */
function countOf(text: string, suffix: string): number {
  const lines = text.toUpperCase().split(/\r?\n/).filter(Boolean);
  const found = lines.map((line) => LINE.exec(line));
  if (lines.length === 0 || found.includes(null)) throw new HttpError(SERVICE, "unexpected", { status: 200 });
  return Math.max(0, ...found.map((line) => (line?.[1] === suffix ? Number(line[2]) : 0)));
}

async function sha1(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();
}
