import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { z } from "zod";
import { PlaceHelp } from "~/components/addresses/place-help";
import { StreetField } from "~/components/addresses/street-field";
import { ConflictDialog } from "~/components/forms/conflict-dialog";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SaveState } from "~/components/forms/save-state";
import { PhoneField, TextField } from "~/components/forms/text-field";
import { type ActionFormOptions, useActionForm } from "~/components/forms/use-action-form";
import { ZoneField } from "~/components/forms/zone-field";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import type { Settings } from "~/domain/people/organization.server";
import type { OrganizationSettings } from "~/domain/people/schema";
import { formatPhone } from "~/domain/shared/text/phones";
import { paths } from "~/paths";
import { LogoPicture } from "./logo-picture";

type SettingsInput = z.input<typeof OrganizationSettings>;

interface SettingsFormProps {
  settings: Settings;
  zones: readonly string[];
  constraint: ActionFormOptions<SettingsInput>["constraint"];
  formKey: string;
  logo: ReactNode;
}

export function SettingsForm({ settings, zones, constraint, formKey, logo }: SettingsFormProps) {
  const { form, fields, current, isSaving, isInDoubt, saveState, sessionEnded } = useActionForm<SettingsInput>({
    id: "settings",
    intent: "save",
    constraint,
    defaultValue: settingsValues(settings),
  });
  return (
    <div className="grid grid-cols-1 items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,44rem)_minmax(18rem,1fr)]">
      <div className="flex flex-col gap-8">
        <Form method="post" id={form.id} className="flex flex-col gap-8">
          {current ? (
            <ConflictDialog
              title="Someone else changed the settings while you were editing"
              labels={labels}
              yours={form.value ?? {}}
              current={settingsValues(current)}
              discardHref={paths.settings()}
            />
          ) : (
            <FormSummary form={form} labels={labels} />
          )}
          <HiddenFields {...{ formKey, isSaving, isInDoubt, current }} version={settings.version} intent="save" />
          <Section title="Business" description="The time zone is used for all schedules.">
            <TextField field={fields.name} label={labels.name} autoComplete="organization" />
            <ZoneField field={fields.timeZone} label={labels.timeZone} zones={zones} />
          </Section>
          <Section title="Contact" description="Shown to customers.">
            <div className="grid gap-4 sm:grid-cols-2">
              <PhoneField field={fields.phone} label={labels.phone} />
              <TextField field={fields.email} label={labels.email} type="email" />
            </div>
            <StreetField fields={fields} label={labels.line1} autoComplete="address-line1" />
            <TextField field={fields.line2} label={labels.line2} autoComplete="address-line2" />
            <div className="grid gap-4 sm:grid-cols-[2fr_1fr_1fr]">
              <TextField field={fields.city} label={labels.city} autoComplete="address-level2" />
              <TextField field={fields.state} label={labels.state} autoComplete="address-level1" />
              <TextField field={fields.postalCode} label={labels.postalCode} autoComplete="postal-code" />
            </div>
            <PlaceHelp fields={fields} />
          </Section>
          <div className="flex items-center gap-4">
            <Button type="submit" variant="default" loading={isSaving}>
              {current ? "Replace with mine" : "Save settings"}
            </Button>
            <SaveState state={saveState} />
          </div>
        </Form>
        {logo}
      </div>
      <Preview settings={settings} values={form.value ?? {}} />
      {sessionEnded}
    </div>
  );
}

interface PreviewProps {
  settings: { orgId: string; name: string; logo: string | null };
  /** The form as typed so far. */
  values: Partial<Record<keyof typeof labels, unknown>>;
}

/** Preview of an invoice's header and footer, updated while typing. */
function Preview({ settings, values }: PreviewProps) {
  const typed = settingsValues(values);
  const place = [typed.city, [typed.state, typed.postalCode].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  const lines = [typed.line1, typed.line2, place, typed.phone, typed.email].filter(Boolean);
  return (
    <aside aria-label="Preview" className="flex flex-col gap-2 xl:sticky xl:top-20">
      <p className="text-muted-foreground text-sm">Invoice preview</p>
      <Card className="flex flex-col gap-6 p-6">
        <div className="flex items-start gap-4">
          <LogoPicture {...settings} />
          <div className="min-w-0">
            <p className="break-words font-semibold text-base">{typed.name || settings.name}</p>
            {lines.map((line) => (
              <p key={line} className="break-words text-muted-foreground">
                {line}
              </p>
            ))}
            {lines.length === 0 && <p className="text-subtle-foreground">No contact details yet</p>}
          </div>
        </div>
        <dl className="grid grid-cols-[1fr_auto] gap-y-2 border-border border-t pt-4 tabular">
          <dt className="text-muted-foreground">Parts</dt>
          <dd className="text-right">$250.00</dd>
          <dt className="text-muted-foreground">Labor</dt>
          <dd className="text-right">$150.00</dd>
          <dt className="font-semibold">Total before tax</dt>
          <dd className="text-right font-semibold">$400.00</dd>
        </dl>
      </Card>
    </aside>
  );
}

const labels = {
  name: "Business name",
  timeZone: "Time zone",
  phone: "Phone",
  email: "Email",
  line1: "Address",
  line2: "Suite, floor",
  city: "City",
  state: "State",
  postalCode: "ZIP code",
} as const;

/** The form's values from a row, blank if missing. */
function settingsValues(row: object): Record<keyof typeof labels, string> {
  const given = new Map<string, unknown>(Object.entries(row));
  const text = (name: keyof typeof labels) => {
    const value = given.get(name);
    return typeof value === "string" ? value : "";
  };
  return {
    name: text("name"),
    timeZone: text("timeZone"),
    phone: formatPhone(text("phone")),
    email: text("email"),
    line1: text("line1"),
    line2: text("line2"),
    city: text("city"),
    state: text("state"),
    postalCode: text("postalCode"),
  };
}
