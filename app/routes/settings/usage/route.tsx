import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { ConflictDialog } from "~/components/forms/conflict-dialog";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SelectField } from "~/components/forms/select-field";
import { type FormConstraint, useActionForm } from "~/components/forms/use-action-form";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { Progress } from "~/components/ui/progress";
import { photoUsage } from "~/domain/shared/files/photo-storage.server";
import { formatBytes } from "~/domain/shared/limits";
import { ARCHIVE_MONTHS, archiveMonthsLabel } from "~/domain/work-orders/archive/archive";
import { ArchiveSettings } from "~/domain/work-orders/archive/schema";
import { readArchiveSettings, saveArchiveSettings } from "~/domain/work-orders/archive/settings.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Usage · Plenum" }];

export const loader = pageLoader(async ({ ctx }) => {
  const [photos, archive] = await Promise.all([photoUsage(ctx), readArchiveSettings(ctx)]);
  return { photos, archive, constraint: getZodConstraint(ArchiveSettings), formKey: ctx.newId() };
});

export const action = formAction(ArchiveSettings, async ({ ctx, input, request }) => {
  await saveArchiveSettings(ctx, input);
  return redirectWithToast(request, paths.usage(), { tone: "success", text: "Saved." });
});

/** The business's storage use and its limit. */
export default function Usage() {
  const { photos, archive, constraint, formKey } = useLoaderData<typeof loader>();
  const share = Math.min(100, Math.round((photos.used / photos.allowed) * 100));
  return (
    <div className="flex max-w-xl flex-col gap-8 pt-6">
      <Section
        title="Photo storage"
        description="Photos of jobs stay with their work orders as evidence. Pictures of items count too."
      >
        <Progress label="Photo storage used" value={share} tone={share > 90 ? "bad" : "cool"} />
        <p className="tabular text-muted-foreground">
          {formatBytes(photos.used)} of {formatBytes(photos.allowed)} used ({share}%)
        </p>
      </Section>
      <Section
        title="Archive"
        description="Tasks, signatures and activity of old work orders that are closed or canceled move to the archive at night. Their pages, exports and reports show them as before; lists and searches stay fast."
      >
        <p className="tabular text-muted-foreground">
          {archive.workOrders === 0
            ? "No work order is archived yet."
            : `${archive.workOrders.toLocaleString("en-US")} work ${archive.workOrders === 1 ? "order is" : "orders are"} archived (${formatBytes(archive.bytes)}).`}
        </p>
        <ArchiveForm settings={archive} constraint={constraint} formKey={formKey} />
      </Section>
    </div>
  );
}

const labels = { afterMonths: "Archive closed work orders" };
const choices = ARCHIVE_MONTHS.map((months) => ({ value: String(months), label: archiveMonthsLabel(months) }));

interface ArchiveFormProps {
  settings: { afterMonths: number; version: number };
  constraint: FormConstraint<z.input<typeof ArchiveSettings>>;
  formKey: string;
}

/** When details of closed work orders are archived. */
function ArchiveForm({ settings, constraint, formKey }: ArchiveFormProps) {
  const actionForm = useActionForm<z.input<typeof ArchiveSettings>>({
    id: "archive",
    constraint,
    defaultValue: { afterMonths: String(settings.afterMonths) },
  });
  const { form, fields, current, isSaving, isInDoubt, sessionEnded } = actionForm;
  return (
    <Form method="post" id={form.id} className="flex flex-col gap-4">
      {current ? (
        <ConflictDialog
          title="Someone else changed the archive settings while you were editing"
          labels={labels}
          yours={asLabels(form.value ?? {})}
          current={asLabels(current)}
          discardHref={paths.usage()}
        />
      ) : (
        <FormSummary form={form} labels={labels} />
      )}
      <HiddenFields {...{ formKey, isSaving, isInDoubt, current }} version={settings.version} />
      <SelectField
        field={fields.afterMonths}
        label={labels.afterMonths}
        description="Counted from the last change. An archived work order stays archived until it is changed."
        choices={choices}
      />
      <Button type="submit" loading={isSaving} className="self-start">
        {current ? "Replace with mine" : "Save"}
      </Button>
      {sessionEnded}
    </Form>
  );
}

/** A row's or the form's values as the select shows them. */
function asLabels(values: object) {
  const months = "afterMonths" in values ? String(values.afterMonths) : null;
  return { afterMonths: choices.find(({ value }) => value === months)?.label };
}
