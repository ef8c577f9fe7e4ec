import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { z } from "zod";
import { ConflictDialog } from "~/components/forms/conflict-dialog";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SaveState } from "~/components/forms/save-state";
import { type ActionFormOptions, useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import type { ServiceTypeDetail } from "~/domain/service-types/detail.server";
import type { DetailsForm, RequirementsForm } from "~/domain/service-types/schema";
import { paths } from "~/paths";
import {
  detailLabels,
  partsShown,
  requirementLabels,
  serviceTypeValues,
} from "~/routes/service-types/shared/form-values";
import { DetailsSection, RequirementsSection } from "~/routes/service-types/shared/sections";
import { type Step, stepHref } from "./wizard-steps";

type DetailsInput = z.input<typeof DetailsForm>;
type RequirementsInput = z.input<typeof RequirementsForm>;

export type StepProps = {
  serviceType: Omit<ServiceTypeDetail, "jobs" | "rights">;
  here: string;
  formKey: string;
};

type DetailsStepProps = StepProps & { constraint: ActionFormOptions<DetailsInput>["constraint"] };

export function DetailsStep({ constraint, ...props }: DetailsStepProps) {
  const { name, category, description, durationMinutes, price } = serviceTypeValues(props.serviceType);
  const state = useActionForm<DetailsInput>({
    id: "details",
    intent: "details",
    constraint,
    defaultValue: { name, category, description, durationMinutes: String(durationMinutes), price },
  });
  return (
    <StepFrame {...props} state={state} step="details" labels={detailLabels}>
      <DetailsSection fields={state.fields} />
    </StepFrame>
  );
}

type RequirementsStepProps = StepProps & {
  constraint: ActionFormOptions<RequirementsInput>["constraint"];
  knownSkills: readonly string[];
  items: Parameters<typeof RequirementsSection>[0]["items"];
};

export function RequirementsStep({ constraint, knownSkills, items, ...props }: RequirementsStepProps) {
  const { skills, certifications, refrigerantWork } = serviceTypeValues(props.serviceType);
  const parts = props.serviceType.parts.map(({ name, quantity, inventoryItemId }) => ({
    ...{ name, quantity, inventoryItemId },
  }));
  const state = useActionForm<RequirementsInput>({
    id: "requirements",
    intent: "requirements",
    constraint,
    defaultValue: { skills, certifications, refrigerantWork, parts },
  });
  return (
    <StepFrame {...props} state={state} step="requirements" labels={requirementLabels}>
      <RequirementsSection fields={state.fields} knownSkills={knownSkills} items={items} />
    </StepFrame>
  );
}

type StepFrameProps = StepProps & {
  state: Omit<ReturnType<typeof useActionForm>, "form" | "fields"> & {
    form: { id: string; allErrors: Record<string, string[]>; value?: object };
  };
  step: Step;
  labels: Record<string, string>;
  children: ReactNode;
};

/** Converts typed values to the form of `serviceTypeValues`, for comparison. */
const yoursOf = (typed: object) => ("parts" in typed ? { ...typed, parts: partsShown(typed.parts) } : typed);

function StepFrame({ serviceType, here, formKey, state, step, labels, children }: StepFrameProps) {
  const { form, current, saveState, isSaving, isInDoubt, sessionEnded } = state;
  return (
    <Form method="post" id={form.id} className="flex flex-col gap-6">
      {current ? (
        <ConflictDialog
          title="Someone else changed this service type while you were editing"
          labels={labels}
          yours={yoursOf(form.value ?? {})}
          current={serviceTypeValues(current)}
          discardHref={stepHref(here, step)}
        />
      ) : (
        <FormSummary form={form} labels={labels} />
      )}
      <HiddenFields {...{ formKey, isSaving, isInDoubt, current }} version={serviceType.version} intent={step} />
      {children}
      <FormActions state={<SaveState state={saveState} />}>
        <Button type="submit" variant="default" loading={isSaving}>
          {current ? "Replace with mine" : "Save and continue"}
        </Button>
        <Button variant="outline" asChild>
          <Link to={paths.serviceType(serviceType.id)}>Done</Link>
        </Button>
      </FormActions>
      {sessionEnded}
    </Form>
  );
}
