import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form, Link, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { ConflictDialog } from "~/components/forms/conflict-dialog";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { SaveState } from "~/components/forms/save-state";
import {
  type ServiceTypeTexts,
  serviceTypeLabels,
  serviceTypeLimits,
  serviceTypeTexts,
} from "~/components/service-types/fields";
import { DetailsSection, RequirementsSection, type ServiceTypeFields } from "~/components/service-types/sections";
import { Button } from "~/components/ui/button";
import type { ServiceTypeDetail } from "~/domain/service-types/detail.server";
import { paths } from "~/paths";

export type StepProps = {
  serviceType: Omit<ServiceTypeDetail, "jobs" | "rights">;
  here: string;
  formKey: string;
  lastResult?: SubmissionResult<string[]>;
  /** The service type as somebody else saved it while this step was open. */
  theirs: ({ version: number } & object) | null;
};

type FormStepProps = StepProps & { step: "details" | "requirements"; knownSkills: readonly string[] };

export function FormStep({ step, knownSkills, ...props }: FormStepProps) {
  return step === "details" ? (
    <StepForm {...props} intent={step} sections={(fields) => <DetailsSection fields={fields} />} />
  ) : (
    <StepForm
      {...props}
      intent={step}
      sections={(fields) => <RequirementsSection fields={fields} knownSkills={knownSkills} />}
    />
  );
}

type StepFormProps = StepProps & {
  intent: "details" | "requirements";
  sections: (fields: ServiceTypeFields) => React.ReactNode;
};

function StepForm({ serviceType, here, formKey, lastResult, theirs, intent, sections }: StepFormProps) {
  const saving = useNavigation().formData?.get("intent") === intent;
  const mine = lastResult?.initialValue?.intent === intent ? lastResult : undefined;
  const [typed, setTyped] = useState(false);
  const [form, fields] = useForm<ServiceTypeTexts>({
    id: intent,
    constraint: serviceTypeLimits,
    lastResult: mine,
    defaultValue: serviceTypeTexts(serviceType),
  });
  return (
    <Form method="post" id={form.id} onChange={() => setTyped(true)} className="flex flex-col gap-6">
      {theirs && mine ? (
        <ConflictDialog
          title="Someone else changed this service type in the meantime"
          labels={labelsOf(mine.initialValue ?? {})}
          yours={serviceTypeTexts(mine.initialValue ?? {})}
          current={serviceTypeTexts(theirs)}
          discardHref={`${here}?step=${intent}`}
        />
      ) : (
        <FormSummary form={form} labels={serviceTypeLabels} />
      )}
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="idempotencyKey" value={formKey} />
      <input type="hidden" name="version" value={theirs?.version ?? serviceType.version} />
      {sections(fields)}
      <FormActions
        state={<SaveState state={saving ? "saving" : mine?.error ? "failed" : typed ? "unsaved" : "saved"} />}
      >
        <Button type="submit" variant="default" loading={saving}>
          {theirs && mine ? "Save mine over theirs" : "Save and continue"}
        </Button>
        <Button variant="outline" asChild>
          <Link to={paths.serviceType(serviceType.id)}>Done</Link>
        </Button>
      </FormActions>
    </Form>
  );
}

/** The fields of this step alone: the other's were not typed here. */
function labelsOf(typed: object): Record<string, string> {
  return Object.fromEntries(Object.entries(serviceTypeLabels).filter(([name]) => name in typed));
}
