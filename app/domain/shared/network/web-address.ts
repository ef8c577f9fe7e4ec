/** Whether a text is an http or https URL whose host has a dot and which contains no user name. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s@/\\][^\s@\\]*$/i.test(text) || !URL.canParse(text)) return false;
  return /^[^.]+(\.[^.]+)+$/.test(new URL(text).hostname);
}
