import { Form } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { z } from "zod";
import { FormSummary } from "~/components/forms/form-summary";
import { SelectField } from "~/components/forms/select-field";
import { type ActionFormOptions, useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import type { OwnTimeZone } from "~/domain/auth/schema";

type ZoneInput = z.input<typeof OwnTimeZone>;

interface TimeZoneFormProps {
  /** Null where it is not known yet. */
  timeZone: string | null;
  /** The one that stands in for it. */
  fallback: string;
  zones: readonly string[];
  constraint: ActionFormOptions<ZoneInput>["constraint"];
  formKey: string;
}

const labelOf = (zone: string) => zone.replaceAll("_", " ");

/** The zone that decides the household's days. */
export function TimeZoneForm({ timeZone, fallback, zones, constraint, formKey }: TimeZoneFormProps) {
  const { form, fields, isSaving, sessionEnded } = useActionForm<ZoneInput>({
    id: "zone",
    intent: "zone",
    constraint,
    defaultValue: { timeZone: timeZone ?? fallback },
  });
  const [browserZone, setBrowserZone] = useState<string | null>(null);

  // Only the browser knows where it is.
  useEffect(() => setBrowserZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  return (
    <Form method="post" id={form.id} className="flex flex-col gap-4">
      <FormSummary form={form} />
      <input type="hidden" name="intent" value="zone" />
      <input type="hidden" name="idempotencyKey" value={formKey} />
      <SelectField
        field={fields.timeZone}
        label="Time zone"
        choices={zones.map((zone) => ({ value: zone, label: labelOf(zone) }))}
      />
      {timeZone === null && (
        <p className="text-muted-foreground">
          {`Not set yet: ${labelOf(fallback)} is used.`}
          {browserZone && browserZone !== fallback && ` Your browser is in ${labelOf(browserZone)}.`}
        </p>
      )}
      <Button variant="outline" type="submit" className="self-start" loading={isSaving}>
        Save time zone
      </Button>
      {sessionEnded}
    </Form>
  );
}
