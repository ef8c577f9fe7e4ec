export type Language = "en" | "es";

/** When a word was spoken: `at` is its position in the transcript's text, `second` its time in the audio. */
export interface WordTime {
  at: number;
  second: number;
}

export interface Transcript {
  text: string;
  /** Detected from the words if not given. */
  language?: Language;
  /** In text order; absent for typed text. */
  words?: readonly WordTime[];
}

/** A range of the transcript, `text.slice(start, end)`; `second` is null if its words have no times. */
export interface Source {
  start: number;
  end: number;
  words: string;
  second: number | null;
}

/** Positions in the text of a transcriber's timed words, in order; words not found in the text are left out. */
export function timesOf(text: string, heard: readonly { word: string; start: number }[]): WordTime[] {
  let from = 0;
  return heard.flatMap(({ word, start }) => {
    const at = word.trim() === "" ? -1 : text.indexOf(word.trim(), from);
    if (at === -1) return [];
    from = at + word.trim().length;
    return [{ at, second: start }];
  });
}

export function sourceAt(transcript: Transcript, start: number, end: number): Source {
  const heard = transcript.words?.findLast((word) => word.at <= start);
  return { start, end, words: transcript.text.slice(start, end), second: heard?.second ?? null };
}
