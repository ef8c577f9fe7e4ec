import type { HeardText } from "~/domain/voice/sessions/session";

interface Stretch {
  at: number;
  text: string;
  isUnsure: boolean;
}

/** Splits the text into stretches, separating words that may have been misheard. */
export function stretchesOf({ text, words = [] }: Pick<HeardText, "text" | "words">): Stretch[] {
  const stretches: Stretch[] = [];
  let shown = 0;
  let from = 0;
  for (const word of words) {
    const at = text.indexOf(word.text, from);
    if (at === -1 || word.text === "") continue;
    from = at + word.text.length;
    if (!word.isUnsure) continue;
    if (at > shown) stretches.push({ at: shown, text: text.slice(shown, at), isUnsure: false });
    stretches.push({ at, text: word.text, isUnsure: true });
    shown = from;
  }
  if (shown < text.length) stretches.push({ at: shown, text: text.slice(shown), isUnsure: false });
  return stretches;
}

/** The transcript, with words marked that may have been misheard. */
export function HeardWords({ transcript }: { transcript: HeardText }) {
  const stretches = stretchesOf(transcript);
  return (
    <div className="flex flex-col gap-1.5">
      <blockquote lang={transcript.language} className="whitespace-pre-line break-words border-input border-l-2 pl-4">
        {stretches.map(({ at, text, isUnsure }) =>
          isUnsure ? (
            <mark key={at} className="rounded-sm bg-warn-soft px-0.5 text-warn underline decoration-dotted">
              {text}
              <span className="sr-only"> (unsure)</span>
            </mark>
          ) : (
            text
          ),
        )}
      </blockquote>
      {stretches.some(({ isUnsure }) => isUnsure) && (
        <p className="text-muted-foreground text-sm">Marked words may be wrong.</p>
      )}
    </div>
  );
}
