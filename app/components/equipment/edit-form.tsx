import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form, Link, useNavigation } from "@remix-run/react";
import { ConflictDialog } from "~/components/forms/conflict-dialog";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { Button } from "~/components/ui/button";
import type { EquipmentDetail } from "~/domain/equipment/detail.server";
import { EquipmentFields } from "./equipment-fields";
import { type EquipmentTexts, equipmentLabels, equipmentLimits, equipmentTexts } from "./fields";

type EditFormProps = {
  unit: EquipmentDetail;
  here: string;
  formKey: string;
  lastResult?: SubmissionResult<string[]>;
  /** The unit as somebody else saved it while this form was open. */
  theirs: ({ version: number } & object) | null;
};

/** Everything about a unit, in place of its facts. */
export function EditForm({ unit, here, formKey, lastResult, theirs }: EditFormProps) {
  const busy = useNavigation().formMethod === "POST";
  const [form, fields] = useForm<EquipmentTexts>({
    id: "edit",
    constraint: equipmentLimits,
    lastResult,
    defaultValue: equipmentTexts(unit),
  });
  return (
    <Form method="post" action={`${here}?edit=yes`} id={form.id} className="flex max-w-3xl flex-col gap-8">
      {theirs ? (
        <ConflictDialog
          title="Someone else changed this equipment in the meantime"
          labels={equipmentLabels}
          yours={equipmentTexts(lastResult?.initialValue ?? {})}
          current={equipmentTexts(theirs)}
          discardHref={`${here}?edit=yes`}
        />
      ) : (
        <FormSummary form={form} labels={equipmentLabels} />
      )}
      <input type="hidden" name="intent" value="edit" />
      <input type="hidden" name="idempotencyKey" value={formKey} />
      <input type="hidden" name="version" value={theirs?.version ?? unit.version} />
      <EquipmentFields fields={fields} sites={unit.sites} />
      <FormActions>
        <Button type="submit" variant="default" loading={busy}>
          {theirs ? "Save mine over theirs" : "Save equipment"}
        </Button>
        <Button variant="outline" asChild>
          <Link to={here}>Cancel</Link>
        </Button>
      </FormActions>
    </Form>
  );
}
