import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { TaxAndDiscount, taxLabels } from "~/components/billing/tax-and-discount";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SaveState } from "~/components/forms/save-state";
import { TextAreaField } from "~/components/forms/text-area-field";
import { DateField, TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { PageHeader } from "~/components/page-header";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { Plus } from "~/components/ui/icons";
import { updateEstimate } from "~/domain/estimates/draft.server";
import { MAX_OPTIONS } from "~/domain/estimates/estimate";
import { estimateDetail } from "~/domain/estimates/list.server";
import { estimateServiceTypes } from "~/domain/estimates/price-book.server";
import { EstimateChange } from "~/domain/estimates/schema";
import { decimalText } from "~/domain/shared/money";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { OptionFields } from "./option-fields";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Edit estimate · Plenum" }];

export const handle: CrumbHandle<{ title: string }> = { crumb: (data) => ({ record: data?.title }) };

const percent = (ppm: number | null) => (ppm ? String(ppm / 10_000) : "");

export const loader = pageLoader(async ({ ctx, params }) => {
  allow(ctx, "leads.write");
  const [estimate, serviceTypes] = await Promise.all([
    estimateDetail(ctx, params.id ?? ""),
    estimateServiceTypes(ctx, params.id ?? ""),
  ]);
  const { id, title, memo, terms, validUntil, taxState, taxNote, rates, version, options, can } = estimate;
  return {
    ...{ id, title, version, serviceTypes, mayEdit: can.edit },
    values: {
      ...{ title, memo: memo ?? "", terms: terms ?? "", validUntil, taxState, taxNote: taxNote ?? "" },
      discountPercent: percent(estimate.discountRatePpm),
      discountAmount: decimalText(estimate.discountAmountMinor),
      taxes: rates.map(({ name, ratePpm }) => ({ name, rate: String(ratePpm / 10_000) })),
      options: options.map((option) => ({
        ...{ name: option.name, description: option.description ?? "", recommended: option.recommended },
        serviceTypeId: option.serviceTypeId ?? "",
        lines: option.lines.map((line) => ({
          ...{ kind: line.kind, description: line.description, unit: line.unit, taxable: line.taxable },
          ...{ quantity: String(line.quantityMilli / 1000), unitPrice: decimalText(line.unitPriceMinor) },
          ...{ discount: percent(line.discountPpm), optional: line.optional, itemId: line.itemId ?? "" },
        })),
      })),
    },
    constraint: getZodConstraint(EstimateChange),
    formKey: ctx.newId(),
  };
});

export const action = formAction(EstimateChange, async ({ ctx, input, params, request }) => {
  const { id } = await updateEstimate(ctx, params.id ?? "", input);
  return redirectWithToast(request, paths.estimate(id), { tone: "success", text: "Estimate saved." });
});

const labels = {
  ...taxLabels,
  title: "Title",
  memo: "Message to the customer",
  terms: "Terms",
  validUntil: "Valid until",
  options: "Options",
};

export default function EditEstimate() {
  const { id, title, version, serviceTypes, mayEdit, values, constraint, formKey } = useLoaderData<typeof loader>();
  const { form, fields, onListSubmit, isSaving, isInDoubt, saveState, current, sessionEnded } = useActionForm<
    z.input<typeof EstimateChange>
  >({ id: "estimate", constraint, noun: "estimate", defaultValue: values });
  const options = fields.options.getFieldList();
  if (!mayEdit) return <p className="text-muted-foreground">A sent estimate can't be edited. Revise it instead.</p>;
  return (
    <>
      <PageHeader title={title} />
      <Form method="post" id={form.id} onSubmit={onListSubmit} className="flex flex-col gap-8">
        <FormSummary form={form} labels={labels} />
        {current && (
          <p role="alert" className="rounded-md border border-warn bg-warn-soft p-3">
            Someone else saved this estimate while you were editing. Saving again replaces their changes.
          </p>
        )}
        <HiddenFields {...{ formKey, isSaving, isInDoubt, current }} version={version} />
        <div className="grid max-w-4xl gap-4 sm:grid-cols-[2fr_1fr]">
          <TextField field={fields.title} label={labels.title} autoComplete="off" />
          <DateField field={fields.validUntil} label={labels.validUntil} />
        </div>
        {options.map((option, index) => (
          <OptionFields
            key={option.key}
            {...{ form, option, index, serviceTypes }}
            listName={fields.options.name}
            isOnly={options.length === 1}
          />
        ))}
        {options.length < MAX_OPTIONS && (
          <Button
            variant="outline"
            className="self-start"
            {...form.insert.getButtonProps({
              name: fields.options.name,
              defaultValue: { name: "Another option", description: "", lines: [] },
            })}
          >
            <Plus />
            Add option
          </Button>
        )}
        <TaxAndDiscount description="They apply to every option." className="max-w-4xl" fields={fields} form={form} />
        <Section title="Texts" className="max-w-4xl">
          <TextAreaField field={fields.memo} label={labels.memo} rows={3} />
          <TextAreaField field={fields.terms} label={labels.terms} rows={4} />
        </Section>
        <div className="flex items-center gap-4">
          <Button type="submit" variant="default" loading={isSaving}>
            Save estimate
          </Button>
          <Button asChild variant="outline">
            <Link to={paths.estimate(id)}>Cancel</Link>
          </Button>
          <SaveState state={saveState} />
        </div>
        {sessionEnded}
      </Form>
    </>
  );
}
