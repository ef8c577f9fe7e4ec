import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { z } from "zod";
import { PlaceHelp } from "~/components/addresses/place-help";
import { StreetField } from "~/components/addresses/street-field";
import { ConflictDialog } from "~/components/forms/conflict-dialog";
import { FormSummary } from "~/components/forms/form-summary";
import { SaveState } from "~/components/forms/save-state";
import { PhoneField, TextField } from "~/components/forms/text-field";
import { type ActionFormOptions, useActionForm } from "~/components/forms/use-action-form";
import { ZoneField } from "~/components/forms/zone-field";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import type { Settings } from "~/domain/people/organization.server";
import type { OrganizationSettings } from "~/domain/people/schema";
import { paths } from "~/paths";
import { labels, settingsValues } from "./fields";
import { Preview } from "./preview";

type SettingsInput = z.input<typeof OrganizationSettings>;

interface SettingsFormProps {
  settings: Settings;
  zones: readonly string[];
  constraint: ActionFormOptions<SettingsInput>["constraint"];
  formKey: string;
  logo: ReactNode;
}

export function SettingsForm({ settings, zones, constraint, formKey, logo }: SettingsFormProps) {
  const { form, fields, current, isSaving, saveState, sessionEnded } = useActionForm<SettingsInput>({
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
          <input type="hidden" name="intent" value="save" />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          <input type="hidden" name="version" value={current?.version ?? settings.version} />
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
