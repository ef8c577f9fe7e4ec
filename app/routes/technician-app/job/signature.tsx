import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { Button } from "~/components/ui/button";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { SignaturePad } from "~/components/work-orders/signature-pad";
import { type DayWorkOrder, isOver } from "~/domain/technician-app/day";
import { MutationForm } from "../mutation-form";
import { Section } from "./section";

/** The customer's name, and the strokes of a finger; the name alone is enough. */
export function Signature({ workOrder }: { workOrder: DayWorkOrder }) {
  const [strokes, setStrokes] = useState("");
  const [cleared, setCleared] = useState("");
  const canRestore = strokes === "" && cleared !== "";
  return (
    <Section id="signature" title="Signature">
      {workOrder.signedBy ? (
        <p className="flex items-center gap-2 text-lg text-ok">
          <CircleCheck aria-hidden="true" className="size-6" />
          Signed by {workOrder.signedBy}
        </p>
      ) : (
        workOrder.roles.length > 0 &&
        !isOver(workOrder.status) && (
          <MutationForm
            workOrder={workOrder}
            intent="sign"
            fields={{ strokes }}
            className="flex flex-col gap-3"
            onSaved={() => setStrokes("")}
          >
            <div className="grid gap-1.5">
              <Label htmlFor="signer">Signed by</Label>
              <Input id="signer" name="signerName" required maxLength={120} autoComplete="off" />
            </div>
            <SignaturePad strokes={strokes} onChange={setStrokes} />
            <div className="flex gap-3">
              <Button variant="outline" type="submit" size="lg" className="flex-1 border-2">
                Save signature
              </Button>
              <Button
                size="lg"
                variant="ghost"
                disabled={strokes === "" && !canRestore}
                onClick={() => {
                  setStrokes(canRestore ? cleared : "");
                  setCleared(canRestore ? "" : strokes);
                }}
              >
                {canRestore ? "Undo clear" : "Clear"}
              </Button>
            </div>
          </MutationForm>
        )
      )}
    </Section>
  );
}
