import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, Outlet, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { CivilDateText } from "~/components/date-text";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { ConflictDialog } from "~/components/forms/conflict-dialog";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { MoneyField } from "~/components/forms/money-field";
import { SaveState } from "~/components/forms/save-state";
import { SelectField } from "~/components/forms/select-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { DateField, TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { BillingSettings } from "~/domain/billing/schema";
import {
  MAX_RATED,
  PARTS_PRICING_LABELS,
  PARTS_PRICINGS,
  ROUNDING_LABELS,
  ROUNDING_MINUTES,
  TERMS_DAYS,
  termsLabel,
} from "~/domain/billing/settings";
import { readBillingSettings, type SavedSettings, saveBillingSettings } from "~/domain/billing/settings.server";
import { findCardAccount } from "~/domain/invoices/card-account/account.server";
import { reminderRulesText } from "~/domain/invoices/receivables/reminders";
import { readReminderSettings } from "~/domain/invoices/receivables/reminders.server";
import { automaticMessagesOf } from "~/domain/messages/automatic.server";
import { choicesOf } from "~/domain/shared/choices";
import type { Ctx } from "~/domain/shared/context";
import { decimalText } from "~/domain/shared/money";
import { allow } from "~/domain/shared/permissions";
import { counted } from "~/domain/shared/text/counted";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { CardPayments } from "./card-payments";
import { TaxRates } from "./tax-rates";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Billing settings · Plenum" }];

export const loader = pageLoader(async ({ ctx }) => ({
  ...(await bothSettings(ctx)),
  constraint: getZodConstraint(BillingSettings),
  formKey: ctx.newId(),
}));

async function bothSettings(ctx: Ctx) {
  const [settings, reminders, account, { pausedAt }] = await Promise.all([
    readBillingSettings(ctx),
    readReminderSettings(ctx),
    findCardAccount(ctx),
    automaticMessagesOf(ctx),
  ]);
  const { payments } = ctx.providers;
  const others = payments?.serves(allow(ctx, "system.admin").orgId) ? payments.kind : null;
  return { settings, reminders, isPaused: pausedAt !== null, card: { account, others, now: ctx.now.getTime() } };
}

export const action = formAction(BillingSettings, async ({ ctx, input, request }) => {
  await saveBillingSettings(ctx, input);
  return redirectWithToast(request, paths.billingSettings(), { tone: "success", text: "Billing settings saved." });
});

const labels = {
  effectiveFrom: "In effect from",
  laborRate: "Labor rate per hour",
  technicianRates: "Rates by technician",
  serviceTypeRates: "Rates by service type",
  roundingMinutes: "Labor time",
  minimumCharge: "Minimum labor charge",
  tripCharge: "Trip charge",
  partsPricing: "Parts are billed at",
  partsMarkup: "Markup on cost",
  laborTaxable: "Charge sales tax on labor",
  termsDays: "Payment terms",
  footer: "Invoice footer",
};

const rounding = ROUNDING_MINUTES.map((value) => ({ value: String(value), label: ROUNDING_LABELS[value] }));
const pricings = choicesOf(PARTS_PRICINGS, PARTS_PRICING_LABELS);
const terms = TERMS_DAYS.map((days) => ({ value: String(days), label: termsLabel(days) }));

export default function BillingSettingsPage() {
  const { settings, reminders, isPaused, card } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,44rem)_minmax(20rem,1fr)]">
        {/* A save changes the version, so the fields restart from the saved values. */}
        <SettingsForm key={settings.version} />
        <div className="flex flex-col gap-8">
          <Section
            title="Sales tax"
            description="All rates that match a property's state and ZIP code are charged together."
            action={
              <Button asChild variant="outline">
                <Link to={paths.newTaxRate()} preventScrollReset>
                  Add tax rate
                </Link>
              </Button>
            }
          >
            <TaxRates rates={settings.taxRates} today={settings.today} />
          </Section>
          <CardPayments card={card} />
          <Section
            title="Payment reminders"
            description={reminderRulesText(reminders)}
            action={
              <Button asChild variant="outline">
                <Link to={paths.reminderSettings()} preventScrollReset>
                  Change
                </Link>
              </Button>
            }
          >
            {isPaused && reminders.enabled && (
              <p className="rounded-md bg-warn-soft p-3">
                Paused since an export was restored.{" "}
                <TextLink to={paths.messageSettings()}>Turn on automatic messages</TextLink>
              </p>
            )}
          </Section>
        </div>
      </div>
      <Outlet />
    </>
  );
}

function Cut({ what }: { what: string }) {
  return <p className="pt-3 text-muted-foreground">{`Only ${counted(MAX_RATED, what, what)} are listed.`}</p>;
}

/** A rate stays while a service type has a flat price: without the price it counts again. */
function ratedTypes({ serviceTypes, serviceTypeRates }: SavedSettings) {
  return serviceTypes.filter(
    ({ id, priceMinor }) => priceMinor === null || serviceTypeRates.some(({ serviceTypeId }) => serviceTypeId === id),
  );
}

/** The settings as the form shows them. */
function billingValues(settings: SavedSettings) {
  const technicianRate = new Map(
    settings.technicianRates.map(({ technicianId, rateMinor }) => [technicianId, rateMinor]),
  );
  const typeRate = new Map(settings.serviceTypeRates.map(({ serviceTypeId, rateMinor }) => [serviceTypeId, rateMinor]));
  return {
    effectiveFrom: settings.version === 0 || settings.isInForce ? settings.today : settings.effectiveFrom,
    laborRate: decimalText(settings.laborRateMinor),
    technicianRates: settings.technicians.map(({ id }) => ({
      technicianId: id,
      rate: decimalText(technicianRate.get(id) ?? null),
    })),
    serviceTypeRates: ratedTypes(settings).map(({ id }) => ({
      serviceTypeId: id,
      rate: decimalText(typeRate.get(id) ?? null),
    })),
    roundingMinutes: settings.roundingMinutes,
    minimumCharge: decimalText(settings.minimumChargeMinor),
    tripCharge: decimalText(settings.tripChargeMinor),
    partsPricing: settings.partsPricing,
    partsMarkup: String(settings.partsMarkupPpm / 10_000),
    laborTaxable: settings.laborTaxable,
    termsDays: settings.termsDays,
    footer: settings.footer ?? "",
  };
}

function isBillingSettings(current: object | null): current is SavedSettings {
  return current !== null && "technicianRates" in current && "serviceTypeRates" in current;
}

type Values = Partial<Record<keyof ReturnType<typeof billingValues>, unknown>>;

/** The same values as text, for comparing two versions. */
function asTexts(values: Values, { technicians, serviceTypes }: Pick<SavedSettings, "technicians" | "serviceTypes">) {
  const { roundingMinutes, partsPricing, termsDays, technicianRates, serviceTypeRates, ...texts } = values;
  return {
    ...texts,
    technicianRates: ratesText(technicianRates, "technicianId", technicians),
    serviceTypeRates: ratesText(serviceTypeRates, "serviceTypeId", serviceTypes),
    roundingMinutes: labelOf(rounding, roundingMinutes),
    partsPricing: labelOf(pricings, partsPricing),
    termsDays: labelOf(terms, termsDays),
  };
}

function labelOf(choices: readonly { value: string; label: string }[], chosen: unknown): string | undefined {
  return choices.find(({ value }) => value === String(chosen))?.label;
}

/** In the names' order, because the two versions may list their rows in different ones. */
function ratesText(
  rates: unknown,
  key: "technicianId" | "serviceTypeId",
  named: readonly { id: string; name: string }[],
): string[] {
  const rows: Record<string, unknown>[] = Array.isArray(rates) ? rates : [];
  return rows
    .flatMap((row) => (row.rate ? [`${named.find(({ id }) => id === row[key])?.name}: $${row.rate}`] : []))
    .sort();
}

function SettingsForm() {
  const { settings, constraint, formKey } = useLoaderData<typeof loader>();
  const { form, fields, isSaving, isInDoubt, saveState, current, sessionEnded } = useActionForm<
    z.input<typeof BillingSettings>
  >({ id: "billing", constraint, defaultValue: billingValues(settings) });
  const saved = isBillingSettings(current) ? current : null;
  const rated = ratedTypes(settings);
  const people = fields.technicianRates.getFieldList();
  const types = fields.serviceTypeRates.getFieldList();
  return (
    <Form method="post" id={form.id} className="flex flex-col gap-8">
      {saved ? (
        <ConflictDialog
          title="Someone else changed the billing settings while you were editing"
          labels={labels}
          yours={asTexts(form.value ?? {}, settings)}
          current={asTexts(billingValues(saved), saved)}
          discardHref={paths.billingSettings()}
        />
      ) : (
        <FormSummary form={form} labels={labels} />
      )}
      <HiddenFields {...{ formKey, isSaving, isInDoubt, current }} version={settings.version} />
      <p className="text-muted-foreground">
        {settings.version === 0 ? (
          "Nothing is set yet: labor has no price."
        ) : (
          <>
            Last saved: in effect from <CivilDateText date={settings.effectiveFrom} year />. Existing invoices do not
            change.
          </>
        )}
      </p>
      <DateField field={fields.effectiveFrom} label={labels.effectiveFrom} className="max-w-56" />
      <Section title="Labor" description="A service type with a flat price is billed at that, without labor and trip.">
        <div className="grid gap-4 sm:grid-cols-2">
          <MoneyField field={fields.laborRate} label={labels.laborRate} />
          <SelectField field={fields.roundingMinutes} label={labels.roundingMinutes} choices={rounding} />
          <MoneyField field={fields.minimumCharge} label={labels.minimumCharge} />
          <MoneyField field={fields.tripCharge} label={labels.tripCharge} />
        </div>
        <CheckboxField field={fields.laborTaxable} label={labels.laborTaxable} />
        <details>
          <summary className="cursor-pointer font-medium">{labels.technicianRates}</summary>
          <div className="grid gap-4 pt-3 sm:grid-cols-2">
            {people.map((row) => {
              const { technicianId, rate } = row.getFieldset();
              const person = settings.technicians.find(({ id }) => id === technicianId.initialValue);
              if (!person) return null;
              return (
                <div key={person.id}>
                  <input type="hidden" name={technicianId.name} value={person.id} />
                  <MoneyField field={rate} label={person.name} />
                </div>
              );
            })}
          </div>
          {settings.isCut.technicians && <Cut what="technicians" />}
        </details>
        {rated.length > 0 && (
          <details>
            <summary className="cursor-pointer font-medium">{labels.serviceTypeRates}</summary>
            <div className="grid gap-4 pt-3 sm:grid-cols-2">
              {types.map((row) => {
                const { serviceTypeId, rate } = row.getFieldset();
                const type = rated.find(({ id }) => id === serviceTypeId.initialValue);
                if (!type) return null;
                return (
                  <div key={type.id}>
                    <input type="hidden" name={serviceTypeId.name} value={type.id} />
                    <MoneyField
                      field={rate}
                      label={type.priceMinor === null ? type.name : `${type.name} (flat price)`}
                    />
                  </div>
                );
              })}
            </div>
            {settings.isCut.serviceTypes && <Cut what="service types" />}
          </details>
        )}
      </Section>
      <Section title="Parts">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField field={fields.partsPricing} label={labels.partsPricing} choices={pricings} />
          <TextField field={fields.partsMarkup} label={labels.partsMarkup} unit="%" inputMode="decimal" />
        </div>
      </Section>
      <Section title="Invoices">
        <SelectField field={fields.termsDays} label={labels.termsDays} choices={terms} className="max-w-56" />
        <TextAreaField field={fields.footer} label={labels.footer} rows={3} />
      </Section>
      <div className="flex items-center gap-4">
        <Button type="submit" variant="default" loading={isSaving}>
          {saved ? "Replace with mine" : "Save billing settings"}
        </Button>
        <SaveState state={saveState} />
      </div>
      {sessionEnded}
    </Form>
  );
}
