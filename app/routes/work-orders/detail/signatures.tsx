import { DateText } from "~/components/date-text";
import { Section } from "~/components/section";
import { Card } from "~/components/ui/card";
import { isOver } from "~/domain/work-order-basics/status";
import type { WorkOrderHeader, WorkOrderOverview } from "~/domain/work-orders/detail.server";

import { LazySignatureForm } from "./lazy-signature-form";

type Signature = WorkOrderOverview["signatures"][number];
type SignaturesProps = { workOrder: WorkOrderHeader; signatures: readonly Signature[]; formKey: string };

/** The customer's signatures, newest first; as evidence they can no longer be changed. */
export function Signatures({ workOrder, signatures, formKey }: SignaturesProps) {
  const { number, signatureRequired, rights, status, timeZone, zone } = workOrder;
  const wanted = signatureRequired && signatures.length === 0;
  const signable = wanted && rights.onWorkOrder && !isOver(status);
  if (signatures.length === 0 && !wanted) return null;
  return (
    <Section title="Signature" description={wanted ? "Signature required to complete" : undefined}>
      {signatures.map((signature) => (
        <Signed key={signature.id} signature={signature} zone={timeZone ?? zone} />
      ))}
      {signable && <LazySignatureForm.Part number={number} formKey={formKey} />}
    </Section>
  );
}

function Signed({ signature, zone }: { signature: Signature; zone: string }) {
  return (
    <Card as="figure" className="p-4">
      {signature.strokes && (
        <svg
          viewBox="0 0 600 160"
          role="img"
          aria-label={`Signature of ${signature.signerName}`}
          className="h-24 w-full max-w-md text-foreground"
        >
          <path
            d={signature.strokes}
            fill="none"
            stroke="currentColor"
            strokeWidth="3"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      )}
      <figcaption className="flex flex-wrap justify-between gap-x-4 text-muted-foreground">
        <span>
          Signed by <span className="text-foreground">{signature.signerName}</span>
        </span>
        <DateText at={signature.signedAt} zone={zone} />
      </figcaption>
    </Card>
  );
}
