interface Alternative {
  transcript: string;
}
interface Result extends ArrayLike<Alternative> {
  isFinal: boolean;
}

/** Final text, and text the browser may still revise. */
interface LiveText {
  final: string;
  interim: string;
}

const NO_TEXT: LiveText = { final: "", interim: "" };

/** Text of all results since recognition began. */
export function textOf(results: ArrayLike<Result>): LiveText {
  const all = Array.from(results);
  const join = (some: readonly Result[]) => spaced(some.map((result) => result[0]?.transcript ?? ""));
  return { final: join(all.filter(({ isFinal }) => isFinal)), interim: join(all.filter(({ isFinal }) => !isFinal)) };
}

/** Joins parts with single spaces, trimmed. */
export function spaced(parts: readonly string[]): string {
  return parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join(" ");
}

/** The part of the browser's speech recognition used here; TypeScript's library has no types for it. */
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
  // A phone gives its only microphone to speech recognition, and the recorder gets silence.
  if (!matchMedia("(pointer: fine)").matches) return null;
  return window.SpeechRecognition ?? window.webkitSpeechRecognition ?? null;
}

/**
 * Transcribes speech as it is spoken, if the browser supports it; if that fails, the recording continues without it.
 * Returns a function that stops it.
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
  // Browsers stop recognition after a pause in speech.
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
      // Live text is only a convenience; the recording is processed without it.
    }
  };
  begin();
  return () => {
    isEnded = true;
    recognition.abort();
  };
}
