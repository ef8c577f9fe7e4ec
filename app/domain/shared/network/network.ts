/**
 * The network of an address, for distinguishing locations without storing the address itself: '203.0.113.x', and for IPv6 the
 * first 48 bits, '2001:db8:7::/48'. '' for an invalid address.
 */
export function networkOf(ip: string): string {
  const v4 = ipv4(ip);
  if (v4) return `${v4.slice(0, 3).join(".")}.x`;
  const groups = ipv6Groups(ip);
  return groups ? `${groups.slice(0, 3).join(":")}::/48` : "";
}

/** The unit counted by limits per address: a household or an office has a whole IPv6 /64, so all its hosts count as one. */
export function addressKey(ip: string): string {
  const v4 = ipv4(ip);
  if (v4) return v4.join(".");
  const groups = ipv6Groups(ip);
  return groups ? `${groups.slice(0, 4).join(":")}::/64` : ip.slice(0, 64);
}

/** The four numbers of an IPv4 address, also if it is written as an IPv6 one (::ffff:203.0.113.9). */
function ipv4(ip: string): string[] | null {
  return /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/i.exec(ip)?.slice(1) ?? null;
}

/** The eight groups of an IPv6 address, in lower case without leading zeros. */
function ipv6Groups(ip: string): string[] | null {
  const [head = "", tail, extra] = ip.toLowerCase().split("::");
  if (!ip.includes(":") || extra !== undefined) return null;
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const [first, last] = [groups(head), groups(tail ?? "")];
  const missing = 8 - first.length - last.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  const all = [...first, ...Array.from({ length: missing }, () => "0"), ...last];
  if (!all.every((group) => /^[\da-f]{1,4}$/.test(group))) return null;
  return all.map((group) => group.replace(/^0+(?=.)/, ""));
}
