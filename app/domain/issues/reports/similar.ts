import { prefixTerm, wordsOf } from "~/domain/shared/text/search";

/** Common words that do not distinguish issues. */
const COMMON = new Set(
  "the and for with that this from not does when where what which there has have had was were are can cannot doesn don but its into after before".split(
    " ",
  ),
);

/** The distinguishing words of a title, longest first. */
function significantWords(title: string): string[] {
  const words = wordsOf(title).filter((word) => word.length > 2 && !COMMON.has(word));
  return [...new Set(words)].sort((a, b) => b.length - a.length);
}

const MAX_EXPRESSIONS = 4;

/** Full-text expressions for possible duplicates: pairs of the title's words. Empty while too little is typed. */
export function similarExpressions(title: string): string[] {
  const [a, b, c, d] = significantWords(title);
  const pairs = [
    [a, b],
    [a, c],
    [b, c],
    [a, d],
  ];
  return pairs
    .flatMap(([one, other]) => (one && other ? [`{title} : (${prefixTerm(one)} AND ${prefixTerm(other)})`] : []))
    .slice(0, MAX_EXPRESSIONS);
}

/** The share of distinguishing words that two titles have in common, 0 to 1. */
export function likeness(a: string, b: string): number {
  const [one, other] = [new Set(significantWords(a)), new Set(significantWords(b))];
  const all = new Set([...one, ...other]).size;
  return all === 0 ? 0 : [...one].filter((word) => other.has(word)).length / all;
}
