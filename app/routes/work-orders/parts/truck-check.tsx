import { Form } from "@remix-run/react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { useIsSubmitting } from "~/components/forms/use-action-form";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import type { Tone } from "~/components/ui/tone";
import { formatAmountOf, formatQuantity } from "~/domain/inventory/quantity";
import type { LoadState } from "~/domain/work-order-parts/truck";
import type { TruckCheck as Check } from "~/domain/work-order-parts/truck-check.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { paths } from "~/paths";

const states: Record<LoadState, { label: string; tone: Tone }> = {
  missing: { label: "Missing", tone: "bad" },
  to_load: { label: "To load", tone: "warn" },
  on_truck: { label: "On truck", tone: "ok" },
  used: { label: "Used", tone: "neutral" },
};

type Part = Check["parts"][number];

/** Compares what the job needs with the assigned truck's stock, and shows how to get the rest there. */
export function TruckCheck({ check, formKey }: { check: Check; formKey: string }) {
  const { truck, technicianName, parts, unlinked, mayLoad } = check;
  const whose = truck ? truck.name : technicianName ? `${technicianName} has no truck` : "No one is assigned yet";
  return (
    <Section title="Truck check" description={`Planned and reserved parts against the truck: ${whose}.`}>
      <ul className="flex flex-col divide-y divide-border rounded-md border border-border">
        {parts.map((part) => (
          <li key={part.itemId} className="flex flex-col gap-2 p-4">
            <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <TextLink to={paths.item(part.itemId)}>{part.name}</TextLink>
              <span className="text-muted-foreground text-sm">{part.sku}</span>
              <Badge tone={states[part.state].tone}>{states[part.state].label}</Badge>
            </div>
            <p className="text-muted-foreground text-sm">{amountsText(part)}</p>
            {part.picks.map((pick) => (
              <Line key={pick.id} text={`Load ${formatAmountOf(pick.openMilli, part.unit)} from ${pick.locationName}`}>
                {mayLoad && truck && (
                  <SupplyForm formKey={`${formKey} ${pick.id}`} fields={{ pickId: pick.id }}>
                    <Button
                      type="submit"
                      name="intent"
                      value="load"
                      size="sm"
                      variant="outline"
                      aria-label={`${part.name} is loaded from ${pick.locationName}`}
                    >
                      Loaded
                    </Button>
                  </SupplyForm>
                )}
              </Line>
            ))}
            {part.missingMilli > 0 && part.nearby.length === 0 && (
              <p className="text-sm">
                Not in stock anywhere. <TextLink to={paths.stock({ view: "reorder" })}>See what to reorder</TextLink>
              </p>
            )}
            {part.nearby.map((place) => (
              <Line key={place.locationId} text={placeText(place, part)}>
                {mayLoad && (
                  <SupplyForm
                    formKey={`${formKey} ${part.itemId} ${place.locationId}`}
                    fields={{
                      itemId: part.itemId,
                      locationId: place.locationId,
                      quantity: formatQuantity(Math.min(part.missingMilli, place.freeMilli)),
                    }}
                  >
                    {truck && (
                      <Button
                        type="submit"
                        name="intent"
                        value="transfer"
                        size="sm"
                        variant="outline"
                        aria-label={`Transfer ${part.name} from ${place.name} to ${truck.name}`}
                      >
                        Transfer to truck
                      </Button>
                    )}
                    <Button
                      type="submit"
                      name="intent"
                      value="pick"
                      size="sm"
                      variant="outline"
                      aria-label={`Add ${part.name} to the pick list of ${place.name}`}
                    >
                      Add to pick list
                    </Button>
                  </SupplyForm>
                )}
              </Line>
            ))}
          </li>
        ))}
        {unlinked.map(({ name, quantity }) => (
          <li key={name} className="flex flex-wrap items-baseline gap-x-3 p-4">
            {quantity === 1 ? name : `${quantity} x ${name}`}
            <span className="text-muted-foreground text-sm">Not linked to an item in stock</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function amountsText({ neededMilli, usedMilli, onTruckMilli, missingMilli, expiredMilli, unit }: Part): string {
  return [
    `${formatAmountOf(neededMilli, unit)} needed`,
    usedMilli > 0 && `${formatQuantity(usedMilli)} used`,
    `${formatQuantity(onTruckMilli)} on the truck`,
    missingMilli > 0 && `${formatQuantity(missingMilli)} missing`,
    expiredMilli > 0 && `${formatQuantity(expiredMilli)} expired on the truck`,
  ]
    .filter(Boolean)
    .join(", ");
}

function placeText({ name, freeMilli, driveMinutes }: Part["nearby"][number], { unit }: Part): string {
  const far = driveMinutes === null ? "" : `, ${driveMinutes} min away (est.)`;
  return `${name}: ${formatAmountOf(freeMilli, unit)} available${far}`;
}

function Line({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
      <span>{text}</span>
      {children}
    </div>
  );
}

function SupplyForm({
  formKey,
  fields,
  children,
}: {
  formKey: string;
  fields: Record<string, string>;
  children: React.ReactNode;
}) {
  const isSaving = useIsSubmitting();
  const { isInDoubt } = useFormRefusal(useActionAnswer());
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap gap-2">
      <HiddenFields {...{ formKey, isSaving, isInDoubt }} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </Form>
  );
}
