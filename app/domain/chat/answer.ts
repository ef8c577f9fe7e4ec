import { numbersIn } from "~/domain/shared/numbers-in-text";
import type { Citation, Finding } from "./message";

const LINK = /https?:|www\.|\]\(|<[a-z/]|\b[\w-]+\.(?:com|net|org|io|example)\b|(?:^|\s)\/[a-z][\w-]*\//i;
const REFERENCE = /\b[A-Z]{2,4}-\d+\b|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;

/**
 * Of what a model said, the sentences that may be shown: without a link of its own, and without a number, reference or id that
 * neither the rows nor the question have. Rows are shown beside it as they are.
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

/** With the space behind each, so that together they are the text. A full stop within a number ends none. */
export const sentencesOf = (text: string): string[] =>
  text.match(/[^.!?\n]*(?:[.!?](?!\s|$)[^.!?\n]*)*(?:[.!?]+|\n|$)\s*/g)?.filter(Boolean) ?? [];

/** What of a text that is still being written is whole. */
export function wholeSentences(text: string): string {
  const sentences = sentencesOf(text);
  return /[.!?\n]\s*$/.test(text) ? text : sentences.slice(0, -1).join("");
}

/** What a model is shown of a finding, and what it may repeat. */
export function factsOf(finding: Finding): string {
  const { title, summary, rows, figures } = finding;
  return JSON.stringify({ title, summary, rows: rows.map(rowFacts), figures });
}

const rowFacts = ({ kind, label, detail }: Citation) => ({ kind, label, detail });

/** An answer without a model: one sentence for each thing that was found. */
export const plainAnswer = (findings: readonly Finding[]): string => findings.map(({ summary }) => summary).join(" ");
