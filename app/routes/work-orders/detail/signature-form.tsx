import { useId, useState } from "react";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { Button } from "~/components/ui/button";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { ErrorLine } from "~/components/work-orders/error-line";
import { SignaturePad } from "~/components/work-orders/signature-pad";
import { useInlineForm } from "~/components/work-orders/use-inline-form";
import { useUnsavedForm } from "~/lib/unsaved-forms";
import { paths } from "~/paths";

/** Takes a signature: the name, and the strokes if there is touch, a pen or a mouse. */
export function SignatureForm({ number, formKey }: { number: number; formKey: string }) {
  const { fetcher, form, sent, busy, taken, error, sessionEnded } = useInlineForm("signature");
  const [strokes, setStrokes] = useState("");
  useUnsavedForm(strokes !== "" && !busy && !taken, "signature");
  // The page and the dialog over it may both contain the form.
  const nameId = useId();
  return (
    <fetcher.Form ref={form} method="post" action={paths.workOrderSignature(number)} className="flex flex-col gap-3">
      <HiddenFields {...sent} formKey={formKey} />
      <input type="hidden" name="strokes" value={strokes} />
      <div className="flex flex-col gap-1.5">
        <Label htmlFor={nameId} required>
          Signed by
        </Label>
        <Input id={nameId} name="signerName" required autoComplete="off" />
      </div>
      <SignaturePad strokes={strokes} onChange={setStrokes} />
      <ErrorLine>{error}</ErrorLine>
      <div className="flex gap-3">
        <Button variant="outline" type="submit" loading={busy}>
          Save signature
        </Button>
        <Button variant="ghost" disabled={strokes === ""} onClick={() => setStrokes("")}>
          Clear
        </Button>
      </div>
      {sessionEnded}
    </fetcher.Form>
  );
}
