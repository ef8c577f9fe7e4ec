import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { Button } from "~/components/ui/button";
import { KeyRound } from "~/components/ui/icons";
import type { PasskeyPrompt } from "~/domain/auth/passkeys/passkey";
import type { FormRefusal } from "~/http/form-action";
import type { UsedPasskey } from "~/lib/passkeys";
import { shellPaths } from "~/shell-paths";
import { Notice } from "./notice";

type PasskeyButtonProps = {
  /** Where the person was going. */
  from: string | null;
  /** A challenge for the passkeys of one person; without it anybody's are asked for. */
  prompt?: PasskeyPrompt;
  /** Passkeys are offered among what the browser fills in as well. */
  autofill?: boolean;
  variant?: "default" | "outline";
};

/** Signs in with a passkey. What talks to authenticators is loaded once the page is there, or when it is pressed. */
export function PasskeyButton({ from, prompt, autofill = false, variant = "outline" }: PasskeyButtonProps) {
  const fetcher = useFetcher<FormRefusal>();
  const [problem, setProblem] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const refusal = fetcher.state === "idle" ? fetcher.data : undefined;
  const send = (used: UsedPasskey, household = false) => {
    setProblem(null);
    const fields = { token: used.token, response: JSON.stringify(used.response), from: from ?? "" };
    fetcher.submit(household ? { ...fields, household: "true" } : fields, {
      method: "post",
      action: shellPaths.loginPasskey(),
    });
  };
  const latest = useRef(send);
  latest.current = send;

  // The browser's own offer lasts as long as the page: it is made once the page is there, and ends with it.
  useEffect(() => {
    if (!autofill || !("PublicKeyCredential" in window)) return;
    const page = new AbortController();
    void import("~/lib/passkeys").then(({ offerPasskeys }) =>
      offerPasskeys(page.signal, (used) => latest.current(used)),
    );
    return () => page.abort();
  }, [autofill]);

  const press = async (household = false) => {
    setOpen(true);
    setProblem(null);
    const { passkeyProblem, askForPasskey } = await import("~/lib/passkeys");
    try {
      send(await askForPasskey(prompt), household);
    } catch (error) {
      setProblem(passkeyProblem(error));
    }
    setOpen(false);
  };
  const errors = problem === null ? refusal?.lastResult?.error?.[""] : [problem];
  return (
    <div className="flex flex-col gap-3">
      {errors && <Notice tone="bad">{errors.join(" ")}</Notice>}
      <Button variant={variant} size="lg" loading={isOpen || fetcher.state !== "idle"} onClick={() => void press()}>
        <KeyRound aria-hidden="true" />
        Sign in with a passkey
      </Button>
      {refusal?.details?.householdOnly === true && (
        <Button variant="outline" size="lg" onClick={() => void press(true)}>
          Open my household only
        </Button>
      )}
    </div>
  );
}
