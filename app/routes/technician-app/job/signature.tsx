import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { Button } from "~/components/ui/button";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { SignaturePad } from "~/components/work-orders/signature-pad";
import { isOver } from "~/domain/technician-app/job";
import { PhoneForm } from "~/routes/technician-app/mutation-form";
import { Part, type PartProps } from "./job-view";

/** The customer's name, and the strokes of a finger; the name alone is enough. */
export function Signature({ job, formKey }: PartProps) {
  const [strokes, setStrokes] = useState("");
  const [cleared, setCleared] = useState("");
  const back = strokes === "" && cleared !== "";
  return (
    <Part id="signature" title="Signature">
      {job.signedBy ? (
        <p className="flex items-center gap-2 text-lg text-ok">
          <CircleCheck aria-hidden="true" className="size-6" />
          Signed by {job.signedBy}
        </p>
      ) : (
        job.kinds.length > 0 &&
        !isOver(job.status) && (
          <PhoneForm
            job={job}
            intent="sign"
            formKey={formKey}
            fields={{ strokes }}
            className="flex flex-col gap-3"
            onKept={() => setStrokes("")}
          >
            <div className="grid gap-1.5">
              <Label htmlFor="signer">Name of who signs</Label>
              <Input id="signer" name="signerName" required maxLength={120} autoComplete="off" />
            </div>
            <SignaturePad strokes={strokes} onChange={setStrokes} />
            <div className="flex gap-3">
              <Button variant="outline" type="submit" size="lg" className="flex-1 border-2">
                Keep signature
              </Button>
              <Button
                size="lg"
                variant="ghost"
                disabled={strokes === "" && !back}
                onClick={() => {
                  setStrokes(back ? cleared : "");
                  setCleared(back ? "" : strokes);
                }}
              >
                {back ? "Bring it back" : "Clear"}
              </Button>
            </div>
          </PhoneForm>
        )
      )}
    </Part>
  );
}
