import { Form } from "@remix-run/react";
import type { z } from "zod";
import { FormSummary } from "~/components/forms/form-summary";
import { SelectField } from "~/components/forms/select-field";
import { type FormConstraint, useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { ARCHIVE_MONTHS, archiveMonthsLabel } from "~/domain/work-orders/archive/archive";
import type { ArchiveSettings } from "~/domain/work-orders/archive/schema";

const labels = { afterMonths: "Archive closed work orders" };

interface ArchiveFormProps {
  settings: { afterMonths: number; version: number };
  constraint: FormConstraint<z.input<typeof ArchiveSettings>>;
  formKey: string;
}

/** When details of closed work orders are archived. */
export function ArchiveForm({ settings, constraint, formKey }: ArchiveFormProps) {
  const actionForm = useActionForm<z.input<typeof ArchiveSettings>>({
    id: "archive",
    constraint,
    defaultValue: { afterMonths: String(settings.afterMonths) },
  });
  const { form, fields, isSaving, sessionEnded } = actionForm;
  return (
    <Form method="post" id={form.id} className="flex flex-col gap-4">
      <FormSummary form={form} labels={labels} />
      <input type="hidden" name="idempotencyKey" value={formKey} />
      <input type="hidden" name="version" value={settings.version} />
      <SelectField
        field={fields.afterMonths}
        label={labels.afterMonths}
        description="Counted from the last change. An archived work order stays archived until it is changed."
        choices={ARCHIVE_MONTHS.map((months) => ({ value: String(months), label: archiveMonthsLabel(months) }))}
      />
      <Button type="submit" loading={isSaving} className="self-start">
        Save
      </Button>
      {sessionEnded}
    </Form>
  );
}
