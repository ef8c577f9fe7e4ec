const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|test|invalid|onion|arpa)\.?$/i;

/** The problem with an address on such a host, for display in a form. */
export const PRIVATE_HOST = "This address belongs to a private network, which Plenum can't reach";

/**
 * Whether a host is on a private network, this machine or reserved, judging by its name only. `hostname` comes from a URL, which
 * has already normalized every notation of an IPv4 address.
 */
export function isPrivateHost(hostname: string): boolean {
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

/** Global unicast (2000::/3) without the ranges that map to an IPv4 address or are reserved for documentation. */
function isPrivateV6(address: string): boolean {
  const [first = 0, second = 0] = address.split(":").map((part) => Number.parseInt(part || "0", 16));
  const isGlobal = first >= 0x2000 && first < 0x4000;
  return !isGlobal || first === 0x2002 || (first === 0x2001 && (second === 0 || second === 0xdb8));
}
