import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { type FormEvent, type ReactNode, useState } from "react";
import { PlaceHelp } from "~/components/addresses/place-help";
import { ConflictDialog } from "~/components/forms/conflict-dialog";
import { PhoneField, SelectField, TextField } from "~/components/forms/fields";
import { FormSummary } from "~/components/forms/form-summary";
import { SaveState } from "~/components/forms/save-state";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import type { Settings } from "~/domain/people/organization.queries.server";
import { paths } from "~/paths";
import { lastResultOf } from "../last-result";
import { labels, type SettingsFields, textOf } from "./fields";
import { Preview } from "./preview";

interface SettingsFormProps {
  settings: Settings;
  zones: readonly string[];
  formKey: string;
  lastResult?: SubmissionResult<string[]>;
  /** The settings as somebody else saved them while this form was open. */
  theirs: unknown;
  logo: ReactNode;
}

export function SettingsForm({ settings, zones, formKey, lastResult, theirs, logo }: SettingsFormProps) {
  const busy = useNavigation().formData?.get("intent") === "save";
  const mine = lastResultOf(lastResult, "save");
  const [form, fields] = useForm<SettingsFields>({
    id: "settings",
    constraint: {
      name: { required: true, maxLength: 120 },
      timeZone: { required: true },
      phone: { maxLength: 40 },
      email: { maxLength: 254 },
      line1: { maxLength: 200 },
      line2: { maxLength: 200 },
      city: { maxLength: 100 },
      state: { maxLength: 50 },
      postalCode: { maxLength: 20 },
      taxRate: { required: true, maxLength: 7 },
    },
    lastResult: mine,
    defaultValue: textOf(settings),
  });
  const [typed, setTyped] = useState<SettingsFields | null>(null);
  const changed = (event: FormEvent<HTMLFormElement>) =>
    setTyped(textOf(Object.fromEntries(new FormData(event.currentTarget))));
  const current = isSettings(theirs) ? theirs : null;
  return (
    <div className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,44rem)_minmax(18rem,1fr)]">
      <div className="flex flex-col gap-8">
        <Form method="post" id={form.id} onChange={changed} className="flex flex-col gap-8">
          {current ? (
            <ConflictDialog
              title="Someone else changed the settings in the meantime"
              labels={labels}
              yours={typed ?? textOf(mine?.initialValue ?? {})}
              current={textOf(current)}
              discardHref={paths.settings()}
            />
          ) : (
            <FormSummary form={form} labels={labels} />
          )}
          <input type="hidden" name="intent" value="save" />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          <input type="hidden" name="version" value={current?.version ?? settings.version} />
          <Section title="Business" description="The zone decides what 'today' and '08:00' mean for everyone.">
            <TextField field={fields.name} label={labels.name} autoComplete="organization" />
            <SelectField
              field={fields.timeZone}
              label={labels.timeZone}
              choices={zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
            />
          </Section>
          <Section title="Contact" description="Shown to customers.">
            <div className="grid gap-4 sm:grid-cols-2">
              <PhoneField field={fields.phone} label={labels.phone} />
              <TextField field={fields.email} label={labels.email} type="email" />
            </div>
            <TextField field={fields.line1} label={labels.line1} autoComplete="address-line1" />
            <TextField field={fields.line2} label={labels.line2} autoComplete="address-line2" />
            <div className="grid gap-4 sm:grid-cols-[2fr_1fr_1fr]">
              <TextField field={fields.city} label={labels.city} autoComplete="address-level2" />
              <TextField field={fields.state} label={labels.state} autoComplete="address-level1" />
              <TextField field={fields.postalCode} label={labels.postalCode} autoComplete="postal-code" />
            </div>
            <PlaceHelp fields={fields} />
          </Section>
          <Section title="Tax" description="Proposed on every new invoice; each can have its own.">
            <TextField
              field={fields.taxRate}
              label={labels.taxRate}
              inputMode="decimal"
              unit="%"
              className="max-w-48"
            />
          </Section>
          <div className="flex items-center gap-4">
            <Button type="submit" variant="default" loading={busy}>
              {current ? "Save mine over theirs" : "Save settings"}
            </Button>
            <SaveState state={busy ? "saving" : mine ? "failed" : typed ? "unsaved" : "saved"} />
          </div>
        </Form>
        {logo}
      </div>
      <Preview settings={settings} typed={typed ?? textOf(settings)} />
    </div>
  );
}

function isSettings(value: unknown): value is Settings {
  return typeof value === "object" && value !== null && "version" in value && "taxRate" in value;
}
