/** `+14145550100` as `(414) 555-0100`, with ` ext. 12` where there is an extension; any other number as it is. */
export function formatPhone(phone: string): string {
  const digits = nationalNumber(phone);
  if (!/^\d{10}$/.test(digits)) return phone;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** The ten digits of a number in the United States or Canada, with or without its country code; else what was given. */
export function nationalNumber(phone: string): string {
  return /^(?:\+?1)?(\d{10})$/.exec(phone)?.[1] ?? phone;
}
