import { Link } from "@remix-run/react";
import { FormActions } from "~/components/forms/form-actions";
import { minutesText } from "~/components/minutes-text";
import { MoneyText } from "~/components/money-text";
import { Section } from "~/components/section";
import { AddTaskLine } from "~/components/service-types/add-task-line";
import { ActiveBadge, CategoryBadge } from "~/components/service-types/badges";
import { PlaybookPreview } from "~/components/service-types/playbook-preview";
import { RequirementFacts } from "~/components/service-types/requirement-facts";
import { TaskOrder } from "~/components/service-types/task-order";
import { Button } from "~/components/ui/button";
import { paths } from "~/paths";
import type { StepProps } from "./wizard-forms";
import { stepHref } from "./wizard-steps";

export function ListStep({ step, ...props }: StepProps & { step: "tasks" | "review" }) {
  return step === "tasks" ? <TasksStep {...props} /> : <ReviewStep {...props} />;
}

function TasksStep({ serviceType: { id, tasks }, here, formKey, lastResult }: StepProps) {
  return (
    <div className="flex flex-col gap-6">
      <Section
        title="Tasks"
        description="In the order in which they are done. Every change is saved at once; jobs booked before keep their list."
      >
        {tasks.length > 0 && <TaskOrder tasks={tasks} serviceTypeId={id} />}
        <AddTaskLine key={tasks.length} serviceTypeId={id} formKey={formKey} lastResult={lastResult} />
      </Section>
      <FormActions>
        <Button asChild variant="default">
          <Link to={stepHref(here, "requirements")}>Continue</Link>
        </Button>
        <Button variant="outline" asChild>
          <Link to={paths.serviceType(id)}>Done</Link>
        </Button>
      </FormActions>
    </div>
  );
}

function ReviewStep({ serviceType }: StepProps) {
  const { id, description, category, durationMinutes, priceMinor, active, tasks } = serviceType;
  return (
    <div className="flex flex-col gap-8">
      <Section title="What a job booked now gets" description={description}>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted-foreground">
          <ActiveBadge active={active} />
          <CategoryBadge category={category} />
          <span className="tabular">{minutesText(durationMinutes)}</span>
          {priceMinor === null ? <span>No price yet</span> : <MoneyText minor={priceMinor} />}
        </p>
        <PlaybookPreview tasks={tasks} />
      </Section>
      <Section title="Requirements">
        <RequirementFacts serviceType={serviceType} />
      </Section>
      <FormActions>
        <Button asChild variant="default">
          <Link to={paths.serviceType(id)}>Done</Link>
        </Button>
      </FormActions>
    </div>
  );
}
