import type { FieldMetadata } from "@conform-to/react";
import { useState } from "react";
import { SelectField } from "~/components/forms/fields";
import { minutesText } from "~/components/minutes-text";
import { Section } from "~/components/section";
import { workOrderLabels } from "~/components/work-orders/form-words";
import type { BookableType } from "~/domain/service-types/playbook.server";

type ServiceTypeFieldProps = {
  field: FieldMetadata<string>;
  serviceTypes: readonly BookableType[];
  /** Fills the form with what the service type says. */
  onChoose: (serviceType: BookableType) => void;
};

/** What kind of job it is: brings its usual length, the skills it takes and its checklist. */
export function ServiceTypeField({ field, serviceTypes, onChoose }: ServiceTypeFieldProps) {
  const [id, setId] = useState(field.initialValue ?? "");
  const chosen = serviceTypes.find((one) => one.id === id);
  return (
    <Section title="What kind of job" description="Brings the usual length, the skills it takes and the checklist.">
      <SelectField
        field={field}
        label={workOrderLabels.serviceTypeId}
        choices={serviceTypes.map(({ id: value, name: label }) => ({ value, label }))}
        placeholder="None of these"
        onChange={({ target: { value } }) => {
          setId(value);
          const serviceType = serviceTypes.find((one) => one.id === value);
          if (serviceType) onChoose(serviceType);
        }}
      />
      {chosen && <p className="text-muted-foreground">{summary(chosen)}</p>}
    </Section>
  );
}

function summary({ durationMinutes, taskCount, skills }: BookableType): string {
  const tasks = taskCount === 1 ? "1 task" : `${taskCount} tasks`;
  return [minutesText(durationMinutes), tasks, ...skills].join(" · ");
}
