export type Language = "en" | "es";

/** When a word was heard: `at` is its place in the transcript's text, `second` that of the audio. */
export interface WordTime {
  at: number;
  second: number;
}

export interface Transcript {
  text: string;
  /** Detected from the words where nobody says. */
  language?: Language;
  /** In the order of the text; absent for what was typed. */
  words?: readonly WordTime[];
}

/** Where something was said: `text.slice(start, end)` of the transcript; `second` null where no word has a time. */
export interface Source {
  start: number;
  end: number;
  words: string;
  second: number | null;
}

/** Places in the text of the words that a transcriber timed, in order; one that the text does not have is left out. */
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
