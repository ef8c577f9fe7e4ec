import { UUID_PATTERN } from "~/domain/shared/record-ref";
import { numbersIn } from "~/domain/shared/text/numbers-in-text";
import type { Citation, Finding } from "./message";

const LINK = /https?:|www\.|\]\(|<[a-z/]|\b[\w-]+\.(?:com|net|org|io|example)\b|(?:^|\s)\/[a-z][\w-]*\//i;
const REFERENCE = new RegExp(`\\b[A-Z]{2,4}-\\d+\\b|\\b${UUID_PATTERN}\\b`, "gi");

/**
 * The sentences of a model's answer that may be shown: those without a link, and without a number, reference or id that is
 * neither in the rows nor in the question. Rows are shown alongside, unmodified.
 */
export function foundedText(text: string, facts: string): { text: string; leftOut: number } {
  const known = new Set(numbersIn(facts));
  const references = new Set(facts.toUpperCase().match(REFERENCE) ?? []);
  const isFounded = (sentence: string) =>
    !LINK.test(sentence) &&
    (sentence.toUpperCase().match(REFERENCE) ?? []).every((reference) => references.has(reference)) &&
    numbersIn(sentence).every((number) => known.has(number));
  const sentences = sentencesOf(text);
  const shown = sentences.filter(isFounded);
  return { text: shown.join("").trim(), leftOut: sentences.length - shown.length };
}

/** Sentences including the space after each, so that joined they are the text. A period within a number does not end one. */
export const sentencesOf = (text: string): string[] =>
  text.match(/[^.!?\n]*(?:[.!?](?!\s|$)[^.!?\n]*)*(?:[.!?]+|\n|$)\s*/g)?.filter(Boolean) ?? [];

/** The complete sentences of a text that is still being written. */
export function wholeSentences(text: string): string {
  const sentences = sentencesOf(text);
  return /[.!?\n]\s*$/.test(text) ? text : sentences.slice(0, -1).join("");
}

/** What a model receives of a finding, and may repeat. */
export function factsOf(finding: Finding): string {
  const { title, summary, rows, figures } = finding;
  return JSON.stringify({ title, summary, rows: rows.map(rowFacts), figures });
}

const rowFacts = ({ kind, label, detail }: Citation) => ({ kind, label, detail });

/** The answer without a model: one sentence per finding. */
export const plainAnswer = (findings: readonly Finding[]): string => findings.map(({ summary }) => summary).join(" ");
