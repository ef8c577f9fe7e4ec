import type { Field } from "~/domain/voice/extraction/field";
import type { Source } from "~/domain/voice/extraction/transcript";

/** A choice and its label. */
interface Choice<T> {
  value: T;
  label: string;
}

/** What was heard for one field: `value` if it is sure, otherwise candidates. */
export interface Heard<T> {
  value: T | null;
  label: string | null;
  /** From 0 to 1. */
  confidence: number;
  words: string;
  /** Milliseconds into the audio; null if its words have no times. */
  atMs: number | null;
  candidates: Choice<T>[];
  needsReview: boolean;
}

export function heard<T>(field: Field<T>, labelOf: (value: T) => string): Heard<T> {
  const { confidence, source } = field;
  const base = { confidence: rounded(confidence), words: source.words, atMs: atMs(source) };
  if (field.state === "heard") {
    return { ...base, value: field.value, label: labelOf(field.value), candidates: [], needsReview: false };
  }
  const candidates = field.candidates.map((value) => ({ value, label: labelOf(value) }));
  return { ...base, value: null, label: null, candidates, needsReview: true };
}

export const atMs = ({ second }: Source) => (second === null ? null : Math.round(second * 1000));

const rounded = (confidence: number) => Math.round(confidence * 100) / 100;
