import { useState } from "react";
import { type AnyField, initialText } from "~/components/forms/field";
import { SelectField } from "~/components/forms/select-field";
import { AddStarterTypes } from "~/components/service-types/add-starter-types";
import { workOrderLabels } from "~/components/work-orders/labels";
import type { BookableType } from "~/domain/service-types/playbook.server";
import { formatDuration } from "~/domain/shared/time/date-format";

type ServiceTypeFieldProps = {
  field: AnyField;
  serviceTypes: readonly BookableType[];
  /** Fills the form with the service type's defaults; undefined for none. */
  onChoose: (serviceType: BookableType | undefined) => void;
};

/** The service type: sets the duration, the required skills and the checklist. */
export function ServiceTypeField({ field, serviceTypes, onChoose }: ServiceTypeFieldProps) {
  const [id, setId] = useState(initialText(field) ?? "");
  const chosen = serviceTypes.find((one) => one.id === id);
  return (
    <div className="flex flex-col gap-1.5">
      <SelectField
        field={field}
        label={workOrderLabels.serviceTypeId}
        description="Sets the duration, required skills and checklist."
        choices={serviceTypes.map(({ id: value, name: label }) => ({ value, label }))}
        placeholder="No service type"
        onChange={({ target: { value } }) => {
          setId(value);
          onChoose(serviceTypes.find((one) => one.id === value));
        }}
      />
      {serviceTypes.length === 0 && <AddStarterTypes />}
      {chosen && <p className="text-muted-foreground">{summary(chosen)}</p>}
    </div>
  );
}

function summary({ durationMinutes, taskCount, skills }: BookableType): string {
  const tasks = taskCount === 1 ? "1 task" : `${taskCount} tasks`;
  return [formatDuration(durationMinutes), tasks, ...skills].join(" · ");
}
