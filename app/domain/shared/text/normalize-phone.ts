import parsePhoneNumber from "libphonenumber-js/min";

/** Digits and the separators within one number. A word or a slash separates two numbers. */
const ONE_NUMBER = /^\s*\+?[\d\s().\u2010-\u2015-]+$/;
const EXTENSION = /\D+\d+\D*$/;

/**
 * Normalizes a phone number for storage: E.164, followed by `;ext=12` if there is an extension. Without a country code it is
 * assumed to be in the United States or Canada. A number unknown to every numbering plan is stored as its digits if it has 7 to
 * 16 of them and does not begin with 0; anything else, including digits with words in between, gives null.
 */
export function normalizePhone(text: string): string | null {
  const phone = parsePhoneNumber(text, { defaultCountry: "US", extract: false });
  const extension = phone?.ext ? `;ext=${phone.ext}` : "";
  if (phone?.isValid()) return phone.number + extension;
  const number = extension ? text.replace(EXTENSION, "") : text;
  const digits = number.replace(/[^\d+]/g, "");
  return ONE_NUMBER.test(number) && /^\+?[1-9]\d{6,15}$/.test(digits) ? digits + extension : null;
}
