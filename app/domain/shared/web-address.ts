/** An http or https address of a host with a dot, without a user in it. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s@/\\][^\s@\\]*$/i.test(text) || !URL.canParse(text)) return false;
  return /^[^.]+(\.[^.]+)+$/.test(new URL(text).hostname);
}
