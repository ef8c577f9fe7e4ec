import parsePhoneNumber from "libphonenumber-js/min";

/**
 * A number as it is stored: E.164, with `;ext=12` behind it where there is an extension. Without a country code it is one of
 * the United States or Canada. Null for what is no phone number.
 */
export function normalizePhone(text: string): string | null {
  const phone = parsePhoneNumber(text, { defaultCountry: "US", extract: false });
  if (!phone?.isValid()) return null;
  return phone.ext ? `${phone.number};ext=${phone.ext}` : phone.number;
}
