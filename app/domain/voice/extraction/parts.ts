import { partsOf } from "~/domain/voice/extraction/values/names";
import { isCommon } from "~/domain/voice/extraction/words/common-words";
import type { NamedEntry } from "./book";
import { type Span, type Speech, scan, sourceOf } from "./speech";

export interface PartMention extends Span {
  /** The part's name, without its quantity. */
  named: Span;
  quantity: number;
  unit: string | null;
}

const BRING =
  /\b(?:bring(?:ing)?|pack|load|grab|pick up|lleva(?:r|n|te)?|lleve(?:n)?|trae(?:r|n)?|traiga(?:n)?|carga(?:r)?|pide|pedir)(?: (?:along|him|her|them|us))? /;
const AMOUNT = "(?:(\\d+(?:\\.\\d+)?)|an?|una?|some|the|unos|unas|el|la)";
const UNIT =
  "(?:(feet|foot|ft|pounds?|lbs?|ounces?|oz|rolls?|boxes|box|pies?|libras?|onzas?|rollos?|cajas?|metros?) (?:of|de) )?(?:(?:of|de) )?(?:(?:the|los|las) )?(?:new |nuev[oa]s? |replacement )?";
/** Words that end a part's name or are not a part. */
const END =
  "(?= ?[,.;:!?]| (?:and|y|for|para|to|at|en|on|please|por favor|that|que|with|con|in|when|cuando|before|antes|just|he|she|they)\\b|$)";
const WORD = "(?!(?:is|are|was|it|job|he|she|es|son|esta|trabajo)\\b)\\w+(?:[./]\\w+)*";
const ITEM = new RegExp(
  `^${AMOUNT} ${UNIT}((?:${WORD} ){0,4}?(?!(?:is|job|it)\\b)[a-z]\\w*(?:[./]\\w+)*(?: de \\d+(?:[ /.]\\d+)*(?: [a-z]+)?)?)${END}`,
);
const AND = /^(?:,? (?:and|y|e)|,) /;

/** Finds things to bring with their quantities: "bring two flex lines and a drain pan". */
export function partsIn(normalized: string, within: Span): PartMention[] {
  return scan(normalized, within, BRING).flatMap(({ to }) => listAt(normalized, { from: to, to: within.to }));
}

/** Parses the list at a position: one item, or several joined by "and". */
export function listAt(normalized: string, { from, to }: Span): PartMention[] {
  const found: PartMention[] = [];
  for (let at = from; at < to; ) {
    const item = ITEM.exec(normalized.slice(at, to));
    const name = item?.[3] ?? "";
    if (!item || name === "" || name.split(" ").every((word) => isCommon(word) && !PART_WORDS.has(word))) break;
    const end = at + item[0].length;
    found.push({
      quantity: item[1] === undefined ? 1 : Number(item[1]),
      unit: item[2] ?? null,
      named: { from: end - name.length, to: end },
      ...{ from: at, to: end },
    });
    const joined = AND.exec(normalized.slice(end, to));
    if (!joined) break;
    at = end + joined[0].length;
  }
  return found;
}

/** Common trade words that are a part even on their own. */
const PART_WORDS = new Set(
  "filter filtro filtros capacitor capacitors contactor compressor coil thermostat termostato fan breaker pump bomba pilot filters drain line pan filtro valve valvula".split(
    " ",
  ),
);

/** Returns the items whose names contain all spoken words; "45 5" matches "45/5". */
export function partCandidates(speech: Speech, { named }: PartMention, parts: readonly NamedEntry[]): string[] {
  const normalized = speech.normalized
    .slice(named.from, named.to)
    .replace(/(\d+) (\d+)/g, "$1/$2")
    .replaceAll(" de ", " ");
  const words = normalized.split(" ").map(singular).filter(Boolean);
  return parts
    .filter(({ name }) => {
      const own = name
        .toLowerCase()
        .split(" ")
        .flatMap((word) => [word, ...partsOf(word)])
        .map(singular);
      return words.length > 0 && words.every((word) => own.includes(word));
    })
    .map(({ id }) => id);
}

const singular = (word: string) => word.replace(/(?<=r)es$|(?<=[a-rt-z])s$/, "");

export const partWords = (speech: Speech, { named }: PartMention) => sourceOf(speech, named).words;
