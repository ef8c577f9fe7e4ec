import parsePhoneNumber from "libphonenumber-js/min";

/**
 * A number as it is stored: E.164, with `;ext=12` behind it where there is an extension. Without a country code it is one of
 * the United States or Canada. A number that no numbering plan knows stays as its digits, if it has 7 to 16 of them and does
 * not begin with 0; null for anything else.
 */
export function normalizePhone(text: string): string | null {
  const phone = parsePhoneNumber(text, { defaultCountry: "US", extract: false });
  if (phone?.isValid()) return phone.ext ? `${phone.number};ext=${phone.ext}` : phone.number;
  const digits = text.replace(/[^\d+]/g, "");
  return /^\+?[1-9]\d{6,15}$/.test(digits) ? digits : null;
}
