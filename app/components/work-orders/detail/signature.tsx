import { DateText } from "~/components/date-text";
import { Section } from "~/components/section";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { type DetailView, isOver, type SignatureView } from "./view";

const SignatureForm = lazyWithRetry(() => import("./signature-form").then((part) => part.SignatureForm));

/** What the customer signed, newest first; evidence that nothing changes any more. */
export function Signatures({ of, zone, formKey }: { of: DetailView; zone: string; formKey: string }) {
  const wanted = of.signatureRequired && of.signatures.length === 0;
  const signable = wanted && of.rights.onJob && !isOver(of.status);
  if (of.signatures.length === 0 && !wanted) return null;
  return (
    <Section title="Signature" description={wanted ? "Asked for before the job is completed." : undefined}>
      {of.signatures.map((signature) => (
        <Signed key={signature.id} signature={signature} zone={of.timeZone ?? zone} />
      ))}
      {signable && <SignatureForm.Part formKey={formKey} />}
    </Section>
  );
}

function Signed({ signature, zone }: { signature: SignatureView; zone: string }) {
  return (
    <figure className="rounded-md border border-border bg-card p-4">
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
    </figure>
  );
}
