import { nationalNumber } from "~/domain/shared/text/phones";
import { foldText, phrase } from "~/domain/shared/text/search";

/** What has been typed so far, to find a possible duplicate. */
export interface Entered {
  name: string | null;
  phone: string | null;
  email: string | null;
  postalCode: string | null;
}

interface Known {
  name: string;
  phone: string | null;
  email: string | null;
  postalCodes: readonly string[];
}

/** Full-text query for possible matches; null while too little is entered. `sameAs` then compares exactly. */
export function similarExpression({ name, phone, email, postalCode }: Entered): string | null {
  const digits = phone && nationalNumber(phone).replace(/\D/g, "");
  const mail = email && phrase(email);
  const called = name && phrase(name);
  const zip = postalCode && phrase(postalCode.slice(0, 5));
  const expressions = [
    digits && digits.length >= 7 ? `contact : "${digits}"` : null,
    mail ? `contact : ${mail}` : null,
    called && zip ? `(name : ${called} AND place : ${zip})` : null,
  ].filter(Boolean);
  return expressions.length > 0 ? expressions.join(" OR ") : null;
}

/** Why an existing customer may be the one entered; null if nothing matches. */
export function sameAs(known: Known, entered: Entered): string | null {
  const reasons = [
    entered.phone && known.phone && nationalNumber(entered.phone) === nationalNumber(known.phone) ? "phone" : null,
    entered.email && known.email === entered.email.toLowerCase() ? "email" : null,
    isSameName(known, entered) && isSamePlace(known, entered) ? "name and ZIP code" : null,
  ].filter(Boolean);
  return reasons.length > 0 ? `Same ${reasons.join(", same ")}` : null;
}

const plain = (text: string) => foldText(text.trim()).replace(/\s+/g, " ");

function isSameName(known: Known, { name }: Entered): boolean {
  return name !== null && plain(known.name) === plain(name);
}

function isSamePlace(known: Known, { postalCode }: Entered): boolean {
  return postalCode !== null && known.postalCodes.some((code) => code.slice(0, 5) === postalCode.slice(0, 5));
}
