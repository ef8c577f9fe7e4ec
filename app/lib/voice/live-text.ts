interface Alternative {
  transcript: string;
}
interface Result extends ArrayLike<Alternative> {
  isFinal: boolean;
}

/** What the browser is sure of, and what it is still listening to. */
export interface LiveText {
  final: string;
  interim: string;
}

export const NO_TEXT: LiveText = { final: "", interim: "" };

/** Of all that was heard since the recognition began. */
export function textOf(results: ArrayLike<Result>): LiveText {
  const all = Array.from(results);
  const join = (some: readonly Result[]) => spaced(some.map((result) => result[0]?.transcript ?? ""));
  return { final: join(all.filter(({ isFinal }) => isFinal)), interim: join(all.filter(({ isFinal }) => !isFinal)) };
}

/** One space between parts, none around. */
export function spaced(parts: readonly string[]): string {
  return parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join(" ");
}

/** What of the browser's recognition is used; it is no part of TypeScript's library. */
interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: { results: ArrayLike<Result> }) => void) | null;
  onerror: (() => void) | null;
  onend: (() => void) | null;
  start: () => void;
  abort: () => void;
}

declare global {
  interface Window {
    SpeechRecognition?: new () => Recognition;
    webkitSpeechRecognition?: new () => Recognition;
  }
}

const RECOGNITION_LANGUAGES = { en: "en-US", es: "es-US" } as const;
export type SpokenLanguage = keyof typeof RECOGNITION_LANGUAGES;

function recognitionClass(): (new () => Recognition) | null {
  // A phone gives its one microphone to the recognition and silence to the recorder.
  if (!matchMedia("(pointer: fine)").matches) return null;
  return window.SpeechRecognition ?? window.webkitSpeechRecognition ?? null;
}

/**
 * Writes along while somebody speaks, where the browser can; where it fails, the recording goes on without. The function that
 * is given back ends it.
 */
export function listen(language: SpokenLanguage, onText: (text: LiveText) => void): () => void {
  const Recognizer = recognitionClass();
  if (!Recognizer) return () => {};
  let isEnded = false;
  let before = "";
  let heard = NO_TEXT;
  const recognition = new Recognizer();
  recognition.lang = RECOGNITION_LANGUAGES[language];
  recognition.continuous = true;
  recognition.interimResults = true;
  recognition.onresult = ({ results }) => {
    if (isEnded) return;
    heard = textOf(results);
    onText({ final: spaced([before, heard.final]), interim: heard.interim });
  };
  let hasFailed = false;
  recognition.onerror = () => {
    hasFailed = true;
  };
  // Browsers end it after a pause in the speech.
  recognition.onend = () => {
    if (isEnded) return;
    before = spaced([before, heard.final, heard.interim]);
    heard = NO_TEXT;
    onText({ final: before, interim: "" });
    if (!hasFailed) begin();
  };
  const begin = () => {
    try {
      recognition.start();
    } catch {
      // It is a help, no more: what is recorded is read without it.
    }
  };
  begin();
  return () => {
    isEnded = true;
    recognition.abort();
  };
}
