import { Form } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { z } from "zod";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { type ActionFormOptions, useActionForm } from "~/components/forms/use-action-form";
import { ZoneField } from "~/components/forms/zone-field";
import { Button } from "~/components/ui/button";
import type { OwnTimeZone } from "~/domain/auth/schema";
import { zoneLabel } from "~/domain/shared/time/zone-search";

type ZoneInput = z.input<typeof OwnTimeZone>;

interface TimeZoneFormProps {
  /** Null if unknown. */
  timeZone: string | null;
  /** The zone used instead. */
  fallback: string;
  zones: readonly string[];
  constraint: ActionFormOptions<ZoneInput>["constraint"];
  formKey: string;
}

/** The time zone that determines the household's dates. */
export function TimeZoneForm({ timeZone, fallback, zones, constraint, formKey }: TimeZoneFormProps) {
  const { form, fields, isSaving, isInDoubt, sessionEnded } = useActionForm<ZoneInput>({
    id: "zone",
    intent: "zone",
    constraint,
    defaultValue: { timeZone: timeZone ?? fallback },
  });
  const [browserZone, setBrowserZone] = useState<string | null>(null);

  // Only the browser knows its time zone.
  useEffect(() => setBrowserZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  return (
    <Form method="post" id={form.id} className="flex flex-col gap-4">
      <FormSummary form={form} labels={{ timeZone: "Time zone" }} />
      <HiddenFields {...{ formKey, isSaving, isInDoubt }} intent="zone" />
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
