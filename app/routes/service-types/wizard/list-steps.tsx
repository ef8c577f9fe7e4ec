import { Link } from "@remix-run/react";
import { RefusedAction } from "~/components/feedback/refused-action";
import { FormActions } from "~/components/forms/form-actions";
import { MoneyText } from "~/components/money-text";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { formatDuration } from "~/domain/shared/time/date-format";
import { paths } from "~/paths";
import { AddTaskLine, type LineConstraint } from "~/routes/service-types/shared/add-task-line";
import { ActiveBadge, CategoryBadge } from "~/routes/service-types/shared/badges";
import { PlaybookPreview } from "~/routes/service-types/shared/playbook-preview";
import { RequirementFacts } from "~/routes/service-types/shared/requirement-facts";
import { TaskOrder } from "~/routes/service-types/shared/task-order";
import type { StepProps } from "./form-steps";
import { stepHref } from "./wizard-steps";

type TasksStepProps = StepProps & { constraint: LineConstraint };

export function TasksStep({ serviceType: { id, tasks }, here, constraint, formKey }: TasksStepProps) {
  return (
    <div className="flex flex-col gap-6">
      <Section
        title="Tasks"
        description="The checklist, in order. Changes are saved as you make them; jobs already booked keep theirs."
      >
        <RefusedAction except="addTask" />
        {tasks.length > 0 && <TaskOrder tasks={tasks} serviceTypeId={id} />}
        <AddTaskLine key={tasks.length} serviceTypeId={id} constraint={constraint} formKey={formKey} />
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

export function ReviewStep({ serviceType }: Pick<StepProps, "serviceType">) {
  const { id, description, category, durationMinutes, priceMinor, active, tasks } = serviceType;
  return (
    <div className="flex flex-col gap-8">
      <Section title="Summary" description={description}>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted-foreground">
          <ActiveBadge active={active} />
          <CategoryBadge category={category} />
          <span className="tabular">{formatDuration(durationMinutes)}</span>
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
