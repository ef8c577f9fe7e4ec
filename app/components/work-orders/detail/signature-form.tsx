import { useId, useState } from "react";
import { Button } from "~/components/ui/button";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { ErrorLine } from "./error-line";
import { SignaturePad } from "./signature-pad";
import { useStay } from "./use-stay";

/** Takes a signature: the name, and the strokes where there is a finger, a pen or a mouse. */
export function SignatureForm({ formKey }: { formKey: string }) {
  const { fetcher, form, busy, error, sessionEnded } = useStay();
  const [strokes, setStrokes] = useState("");
  // The page and the dialog over it may both show the form.
  const nameId = useId();
  return (
    <fetcher.Form ref={form} method="post" className="flex flex-col gap-3">
      <input type="hidden" name="intent" value="sign" />
      <input type="hidden" name="idempotencyKey" value={`${formKey}-sign`} />
      <input type="hidden" name="strokes" value={strokes} />
      <div className="flex flex-col gap-1.5">
        <Label htmlFor={nameId} required>
          Name of who signs
        </Label>
        <Input id={nameId} name="signerName" required maxLength={120} autoComplete="off" />
      </div>
      <SignaturePad strokes={strokes} onChange={setStrokes} />
      <ErrorLine>{error}</ErrorLine>
      <div className="flex gap-3">
        <Button variant="outline" type="submit" loading={busy}>
          Keep signature
        </Button>
        <Button variant="ghost" disabled={strokes === ""} onClick={() => setStrokes("")}>
          Clear
        </Button>
      </div>
      {sessionEnded}
    </fetcher.Form>
  );
}
