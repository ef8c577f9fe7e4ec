import { useId, useState } from "react";
import { Button } from "~/components/ui/button";
import { Label } from "~/components/ui/label";
import { Textarea } from "~/components/ui/textarea";
import { MAX_TEXT } from "~/domain/voice/sessions/session";
import { processSession, refusalText } from "~/lib/voice/session-api";

type SayAgainProps = {
  sessionId: string;
  /** The transcript. */
  text: string;
  /** Why it could not be processed. */
  problem: string | null;
  isRead: boolean;
  /** Example of what to say. */
  hint: string;
  /** Called after it has been processed again. */
  onRead: () => void;
};

/** Corrects the transcript, or takes typed text if there is none; it is then processed again. */
export function SayAgain({ sessionId, text, problem, isRead, hint, onRead }: SayAgainProps) {
  const id = useId();
  const [typed, setTyped] = useState(text);
  const [isReading, setReading] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const words = refusal ?? problem;

  async function read() {
    setReading(true);
    setRefusal(null);
    const spoken = { text: { text: typed.trim(), source: "typed" as const }, chunks: 0, durationMs: 0, language: null };
    const answer = await processSession(sessionId, spoken);
    setReading(false);
    if (!answer) return setRefusal("No connection. What you typed stays here: try again once you are connected.");
    if (answer.status >= 300) return setRefusal(refusalText(answer));
    onRead();
  }

  const form = (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-1.5">
        <Label htmlFor={id}>{isRead ? "Corrected words" : "What you want to say"}</Label>
        <Textarea
          id={id}
          value={typed}
          maxLength={MAX_TEXT}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <p id={`${id}-hint`} className="text-muted-foreground text-sm">
          {isRead ? "Everything below is updated from these words." : hint}
        </p>
      </div>
      {words && (
        <p role="alert" className="font-medium text-bad">
          {words}
        </p>
      )}
      <Button
        variant={isRead ? "outline" : "default"}
        className="self-start"
        loading={isReading}
        disabled={typed.trim() === "" || (isRead && typed.trim() === text.trim())}
        onClick={() => void read()}
      >
        {isRead ? "Process again" : "Review"}
      </Button>
    </div>
  );
  if (!isRead) return form;
  return (
    <details open={problem !== null} className="noscript:hidden">
      <summary className="w-fit cursor-pointer text-link touch:py-3">Edit transcript</summary>
      <div className="mt-3">{form}</div>
    </details>
  );
}
