import { type ReactNode, useRef, useState } from "react";
import { Button } from "~/components/ui/button";
import { KeyRound } from "~/components/ui/icons";
import type { PasskeyPrompt } from "~/domain/auth/passkeys/passkey";

/** Used inside a form: answers the server's challenge with a passkey in the field `passkey`, and submits the form. */
export function PasskeyProof({ prompt, children }: { prompt: PasskeyPrompt; children: ReactNode }) {
  const answer = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const press = async () => {
    setOpen(true);
    setProblem(null);
    const { passkeyProblem, askForPasskey } = await import("~/lib/passkeys");
    try {
      const used = await askForPasskey(prompt);
      if (!answer.current) return;
      answer.current.value = JSON.stringify(used);
      answer.current.form?.requestSubmit();
      // A proof can be used only once, so the next submission is sent without it.
      answer.current.value = "";
    } catch (error) {
      setProblem(passkeyProblem(error));
    } finally {
      setOpen(false);
    }
  };
  return (
    <div className="flex flex-col items-start gap-2">
      <input ref={answer} type="hidden" name="passkey" defaultValue="" />
      <Button variant="outline" loading={isOpen} onClick={() => void press()}>
        <KeyRound aria-hidden="true" />
        {children}
      </Button>
      {problem && (
        <p role="alert" className="text-bad text-sm">
          {problem}
        </p>
      )}
    </div>
  );
}
