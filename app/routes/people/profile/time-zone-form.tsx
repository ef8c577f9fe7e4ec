import { Form } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { z } from "zod";
import { FormSummary } from "~/components/forms/form-summary";
import { type ActionFormOptions, useActionForm } from "~/components/forms/use-action-form";
import { ZoneField } from "~/components/forms/zone-field";
import { Button } from "~/components/ui/button";
import type { OwnTimeZone } from "~/domain/auth/schema";
import { zoneLabel } from "~/domain/shared/zone-search";

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
      <ZoneField field={fields.timeZone} label="Time zone" zones={zones} />
      {timeZone === null && (
        <p className="text-muted-foreground">
          {`Not set yet: ${zoneLabel(fallback)} is used.`}
          {browserZone && browserZone !== fallback && ` Your browser is in ${zoneLabel(browserZone)}.`}
        </p>
      )}
      <Button variant="outline" type="submit" className="self-start" loading={isSaving}>
        Save time zone
      </Button>
      {sessionEnded}
    </Form>
  );
}
