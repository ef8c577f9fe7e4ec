import type { Settings } from "#worker/env";
import type { BreachedPasswords } from "~/domain/auth/password/breached-passwords";
import { isCommon } from "~/domain/auth/password/password";
import { type HttpClientOptions, HttpError, httpClient } from "./http-client";

const SERVICE = "breached passwords";
/** Short, since a form waits for it. */
const TIMEOUT_MS = 2000;
const PREFIX_DIGITS = 5;
const LINE = /^([0-9A-F]{35}):(\d+)$/;

/**
 * The range search of Have I Been Pwned (GET /range/{first five digits of the SHA-1}), which returns every suffix with this
 * prefix. Only the prefix is sent: hundreds of known passwords share it. Padding hides the range from anyone who can see the
 * response's size; padding lines have the count 0. Without a URL, the embedded list of common passwords is used.
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

/** In production the service is used unless it is turned off; elsewhere only if its URL is set. */
function addressOf({ BREACHED_PASSWORDS_URL: address, ENVIRONMENT }: Parameters<typeof breachedPasswords>[0]) {
  if (address === "none") return null;
  return address ?? (ENVIRONMENT === "production" ? "https://api.pwnedpasswords.com" : null);
}

/**
 * How often the suffix occurs in breaches. Every range has hundreds of lines, so a response without one is invalid.
 * @throws HttpError
 */
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
