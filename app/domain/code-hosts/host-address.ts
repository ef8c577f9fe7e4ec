/** Why an address is not taken, in words for the form. */
type AddressProblem = string;

const NOT_AN_ADDRESS = "Enter the address of your GitLab, such as https://gitlab.example.com";
const NOT_SECURE = "The address must begin with https://, so that the access token can't be read on its way";
const PRIVATE = "This address belongs to a private network, which Plenum can't reach";

/**
 * The address of a self-managed host, without a slash at its end. Unless `isLocal`, only https and only hosts of the public
 * internet: the server would otherwise ask for pages of the network it runs in.
 */
export function hostAddress(text: string, isLocal: boolean): { address: string } | { problem: AddressProblem } {
  const typed = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (/[\s\\]/.test(typed) || !URL.canParse(typed)) return { problem: NOT_AN_ADDRESS };
  const url = new URL(typed);
  const isPlain = url.username === "" && url.password === "" && url.search === "" && url.hash === "";
  if (!isPlain || !["http:", "https:"].includes(url.protocol) || typed.length > 300) return { problem: NOT_AN_ADDRESS };
  if (!isLocal && url.protocol === "http:") return { problem: NOT_SECURE };
  if (!isLocal && isPrivateHost(url.hostname)) return { problem: PRIVATE };
  return { address: `${url.origin}${url.pathname}`.replace(/\/+(api\/v4\/*)?$/, "") };
}

const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|test|invalid|onion|arpa)\.?$/i;

/** Of a URL, so that every way to write an IPv4 address has become the usual one. */
function isPrivateHost(hostname: string): boolean {
  if (hostname.startsWith("[")) return isPrivateV6(hostname.slice(1, -1));
  if (/^\d+\.\d+\.\d+\.\d+$/.test(hostname)) return isPrivateV4(hostname.split(".").map(Number));
  return !hostname.replace(/\.$/, "").includes(".") || PRIVATE_NAME.test(hostname);
}

function isPrivateV4([a = 0, b = 0, c = 0]: number[]): boolean {
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    a >= 224 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && b === 168) ||
    (a === 192 && b === 0 && (c === 0 || c === 2)) ||
    (a === 198 && (b === 18 || b === 19)) ||
    (a === 198 && b === 51 && c === 100) ||
    (a === 203 && b === 0 && c === 113)
  );
}

/** Global unicast (2000::/3) without the parts that lead to an IPv4 address or to examples. */
function isPrivateV6(address: string): boolean {
  const [first = 0, second = 0] = address.split(":").map((part) => Number.parseInt(part || "0", 16));
  const isGlobal = first >= 0x2000 && first < 0x4000;
  return !isGlobal || first === 0x2002 || (first === 0x2001 && (second === 0 || second === 0xdb8));
}
