import parsePhoneNumber from "libphonenumber-js/min";

/** Digits and what is written between the digits of one number. A word or a slash stands between two numbers. */
const ONE_NUMBER = /^\s*\+?[\d\s().\u2010-\u2015-]+$/;
const EXTENSION = /\D+\d+\D*$/;

/**
 * A number as it is stored: E.164, with `;ext=12` behind it where there is an extension. Without a country code it is one of
 * the United States or Canada. A number that no numbering plan knows stays as its digits, if it has 7 to 16 of them and does
 * not begin with 0; null for anything else, digits with words between them included.
 */
export function normalizePhone(text: string): string | null {
  const phone = parsePhoneNumber(text, { defaultCountry: "US", extract: false });
  const extension = phone?.ext ? `;ext=${phone.ext}` : "";
  if (phone?.isValid()) return phone.number + extension;
  const number = extension ? text.replace(EXTENSION, "") : text;
  const digits = number.replace(/[^\d+]/g, "");
  return ONE_NUMBER.test(number) && /^\+?[1-9]\d{6,15}$/.test(digits) ? digits + extension : null;
}
