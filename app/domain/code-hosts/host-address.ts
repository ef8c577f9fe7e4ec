import { isPrivateHost, PRIVATE_HOST } from "~/domain/shared/network/private-host";

/** Why an address is not accepted, for display in the form. */
type AddressProblem = string;

const NOT_AN_ADDRESS = "Enter the address of your GitLab, such as https://gitlab.example.com";
const NOT_SECURE = "The address must begin with https://, so that the access token can't be read on its way";

/**
 * Parses the address of a self-managed host, without a trailing slash. Unless `isLocal`, only https and public internet hosts
 * are allowed: otherwise the server could be made to call its own network.
 */
export function hostAddress(text: string, isLocal: boolean): { address: string } | { problem: AddressProblem } {
  const typed = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (/[\s\\]/.test(typed) || !URL.canParse(typed)) return { problem: NOT_AN_ADDRESS };
  const url = new URL(typed);
  const isPlain = url.username === "" && url.password === "" && url.search === "" && url.hash === "";
  if (!isPlain || !["http:", "https:"].includes(url.protocol) || typed.length > 300) return { problem: NOT_AN_ADDRESS };
  if (!isLocal && url.protocol === "http:") return { problem: NOT_SECURE };
  if (!isLocal && isPrivateHost(url.hostname)) return { problem: PRIVATE_HOST };
  return { address: `${url.origin}${url.pathname}`.replace(/\/+(api\/v4\/*)?$/, "") };
}
