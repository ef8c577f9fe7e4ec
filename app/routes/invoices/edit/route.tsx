import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, Link, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { TaxAndDiscount, taxChoices, taxLabels } from "~/components/billing/tax-and-discount";
import { ConflictDialog } from "~/components/forms/conflict-dialog";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SaveState } from "~/components/forms/save-state";
import { SelectField } from "~/components/forms/select-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { TERMS_DAYS, termsLabel } from "~/domain/billing/settings";
import { updateDraft } from "~/domain/invoices/draft.server";
import { DraftChange } from "~/domain/invoices/schema";
import { decimalText } from "~/domain/shared/money";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { useInvoice } from "~/routes/invoices/shared/use-invoice";
import { DraftLines } from "./draft-lines";
import { DraftTotals } from "./draft-totals";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "invoices.write");
  return { constraint: getZodConstraint(DraftChange), formKey: ctx.newId() };
});

export const action = formAction(DraftChange, async ({ ctx, input, params, request }) => {
  const { id } = await updateDraft(ctx, params.id ?? "", input);
  return redirectWithToast(request, paths.invoice(id), { tone: "success", text: "Draft saved." });
});

const labels = {
  ...taxLabels,
  title: "Title",
  memo: "Message to the customer",
  footer: "Footer",
  termsDays: "Payment terms",
  lines: "Lines",
};

const terms = TERMS_DAYS.map((days) => ({ value: String(days), label: termsLabel(days) }));
const percent = (ppm: number) => (ppm === 0 ? "" : String(ppm / 10_000));

type Draft = ReturnType<typeof useInvoice>;
type DraftTexts = Pick<
  Draft,
  | "title"
  | "memo"
  | "footer"
  | "termsDays"
  | "discountRatePpm"
  | "discountAmountMinor"
  | "taxState"
  | "taxNote"
  | "taxes"
  | "lines"
>;

/** A draft's values as the form shows them. */
function draftValues(draft: DraftTexts) {
  return {
    title: draft.title ?? "",
    memo: draft.memo ?? "",
    footer: draft.footer ?? "",
    termsDays: draft.termsDays,
    discountPercent: draft.discountRatePpm === null ? "" : percent(draft.discountRatePpm),
    discountAmount: decimalText(draft.discountAmountMinor),
    taxState: draft.taxState,
    taxNote: draft.taxNote ?? "",
    taxes: draft.taxes.map(({ name, ratePpm }) => ({ name, rate: String(ratePpm / 10_000) })),
    lines: draft.lines.map((line) => ({
      ...{
        position: String(line.position),
        kind: line.kind,
        description: line.description,
        equipment: line.equipment ?? "",
        unit: line.unit,
      },
      ...{ quantity: String(line.quantityMilli / 1000), unitPrice: decimalText(line.unitPriceMinor) },
      discountAmount: line.discountAmountMinor > 0 ? decimalText(line.discountAmountMinor) : "",
      ...{ discount: percent(line.discountPpm), taxable: line.taxable, cost: decimalText(line.costMinor) },
    })),
  };
}

/** Whether the row someone else saved meanwhile is still a draft with lines, rather than an issued invoice. */
function isDraft(current: object | null): current is { version: number } & DraftTexts {
  return current !== null && "lines" in current && "taxes" in current;
}

type Values = Partial<Record<keyof ReturnType<typeof draftValues>, unknown>>;

/** The same values as text, for comparing two versions. */
function asTexts({ taxState, termsDays, taxes, lines, ...texts }: Values) {
  return {
    ...texts,
    termsDays: terms.find(({ value }) => value === String(termsDays))?.label,
    taxState: taxChoices.find(({ value }) => value === taxState)?.label,
    taxes: listOf(taxes).map(({ name, rate }) => `${name} ${rate}%`),
    lines: listOf(lines).map(
      ({ quantity, unit, description, equipment, unitPrice, discount, discountAmount, taxable }) =>
        `${[`${quantity} ${unit}`, description, equipment].filter(Boolean).join(", ")}: $${unitPrice || "0.00"}${
          discount ? `, less ${discount}%` : ""
        }${discountAmount ? `, less $${discountAmount}` : ""}${taxable === true || taxable === "on" ? ", taxable" : ""}`,
    ),
  };
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value : [];
}

export default function EditDraft() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const invoice = useInvoice();
  const { form, fields, onListSubmit, isSaving, isInDoubt, saveState, current, sessionEnded } = useActionForm<
    z.input<typeof DraftChange>
  >({
    id: "draft",
    constraint,
    noun: "draft",
    defaultValue: draftValues(invoice),
  });
  const saved = isDraft(current) ? current : null;
  if (!invoice.can.edit) return <p className="text-muted-foreground">Only a draft can be edited.</p>;
  return (
    <Form method="post" id={form.id} onSubmit={onListSubmit} className="flex flex-col gap-8">
      {saved ? (
        <ConflictDialog
          title="Someone else changed this draft while you were editing"
          labels={labels}
          yours={asTexts(form.value ?? {})}
          current={asTexts(draftValues(saved))}
          discardHref={paths.editInvoice(invoice.id)}
        />
      ) : (
        <FormSummary form={form} labels={labels} />
      )}
      <HiddenFields {...{ formKey, isSaving, isInDoubt, current }} version={invoice.version} />
      <TextField field={fields.title} label={labels.title} className="max-w-xl" autoComplete="off" />
      <DraftLines form={form} field={fields.lines} hasCosts={invoice.can.seeCosts} />
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <TaxAndDiscount fields={fields} form={form} />
        <DraftTotals values={form.value ?? {}} />
      </div>
      <Section title="Terms, message and footer">
        <SelectField field={fields.termsDays} label={labels.termsDays} choices={terms} className="max-w-xs" />
        <TextAreaField field={fields.memo} label={labels.memo} rows={3} />
        <TextAreaField field={fields.footer} label={labels.footer} rows={3} />
      </Section>
      <div className="flex items-center gap-4">
        <Button type="submit" variant="default" loading={isSaving}>
          {saved ? "Replace with mine" : "Save draft"}
        </Button>
        <Button asChild variant="outline">
          <Link to={paths.invoice(invoice.id)}>Cancel</Link>
        </Button>
        <SaveState state={saveState} />
      </div>
      {sessionEnded}
    </Form>
  );
}
