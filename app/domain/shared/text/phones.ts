/** Splits a stored number (E.164 followed by `;ext=12`) into its parts. */
function partsOf(phone: string): { number: string; extension: string | null } {
  const [number = "", extension = null] = phone.split(";ext=");
  return { number, extension };
}

/** `+14145550100` as `(414) 555-0100`, followed by `ext. 12` if there is an extension; foreign numbers are returned unchanged. */
export function formatPhone(phone: string): string {
  const { number, extension } = partsOf(phone);
  const digits = nationalNumber(phone);
  const shown = /^\d{10}$/.test(digits) ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}` : number;
  return extension ? `${shown} ext. ${extension}` : shown;
}

/**
 * The ten digits of a number in the United States or Canada, with or without its country code, otherwise the input. No extension.
 */
export function nationalNumber(phone: string): string {
  const { number } = partsOf(phone);
  return /^(?:\+?1)?(\d{10})$/.exec(number)?.[1] ?? number;
}
