import { normalizePhone } from "~/domain/shared/text/normalize-phone";
import type { Mention } from "~/domain/voice/extraction/field";
import { type Span, type Speech, scan } from "~/domain/voice/extraction/speech";

const DIGITS = 10;
const RUN = /\b\d+(?:[,.]? \d+)*\b/;
const LOCAL = /\b(?:phone|number|call back|callback|cell|telefono|numero|celular)\b[^.;]{0,25}?\b(\d+(?:[,.]? \d+)*)\b/;
const LOCAL_DIGITS = 7;

/**
 * Finds ten digits in a row, in any grouping, that form a valid North American number; seven digits after "phone" have to be
 * confirmed.
 */
export function phonesIn({ normalized }: Pick<Speech, "normalized">, within: Span): Mention<string>[] {
  const whole = scan(normalized, within, RUN).flatMap(({ from, to }) => firstPhone(normalized, { from, to }));
  if (whole.length > 0) return whole;
  return scan(normalized, within, LOCAL).flatMap(({ to, match: [, digits = ""] }) => {
    const value = digits.replace(/\D/g, "");
    return value.length === LOCAL_DIGITS ? [{ value, confidence: 0.4, from: to - digits.length, to }] : [];
  });
}

function firstPhone(normalized: string, run: Span): Mention<string>[] {
  const atoms = scan(normalized, run, /\d+/);
  for (const [at, first] of atoms.entries()) {
    let digits = "";
    for (const { to, match } of atoms.slice(at)) {
      digits += match[0];
      if (digits.length > DIGITS + 1) break;
      const dialed = digits.length === DIGITS + 1 && digits.startsWith("1") ? digits.slice(1) : digits;
      const value = dialed.length === DIGITS ? normalizePhone(dialed) : null;
      if (value?.startsWith("+")) return [{ value, confidence: 0.9, from: first.from, to }];
    }
  }
  return [];
}
