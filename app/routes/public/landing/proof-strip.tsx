import { Card } from "~/components/ui/card";
import {
  BadgeCheck,
  CalendarCheck,
  CloudOff,
  FileSignature,
  type IconComponent,
  RefreshCw,
  Scale,
} from "~/components/ui/icons";
import { type ProofId, proof } from "~/content/landing";

const icons: Record<ProofId, IconComponent> = {
  booking: CalendarCheck,
  offline: CloudOff,
  evidence: FileSignature,
  scores: Scale,
  skills: BadgeCheck,
  live: RefreshCw,
};

export function ProofStrip() {
  return (
    <Card as="section" aria-labelledby="proof" className="p-6 sm:p-8">
      <h2 id="proof" className="sr-only">
        What you can rely on
      </h2>
      <dl className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
        {proof.map((point) => {
          const Icon = icons[point.id];
          return (
            <div key={point.id} className="grid grid-cols-[1.25rem_1fr] gap-x-3">
              <dt className="col-span-2 grid grid-cols-subgrid items-center font-semibold text-base text-foreground">
                <Icon aria-hidden className="size-5 text-link" />
                {point.title}
              </dt>
              <dd className="col-start-2 mt-1 text-muted-foreground text-sm">{point.text}</dd>
            </div>
          );
        })}
      </dl>
    </Card>
  );
}
