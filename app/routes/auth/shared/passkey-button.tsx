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
  /** Where the user was going. */
  from: string | null;
  /** A challenge for one person's passkeys; without it, any passkey is accepted. */
  prompt?: PasskeyPrompt;
  /** Also offers passkeys in the browser's autofill. */
  autofill?: boolean;
  variant?: "default" | "outline";
};

/** Signs in with a passkey. The WebAuthn code is loaded after the page, or when the button is clicked. */
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

  // The autofill offer starts once the page has loaded and ends with it.
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
          Go to my household only
        </Button>
      )}
    </div>
  );
}
