import { getSelectProps } from "@conform-to/react";
import { describedBy, FieldFrame, type FieldProps } from "~/components/forms/field";
import { workOrderLabels } from "~/components/work-orders/labels";
import { TechnicianSelect, type TechnicianSelectProps } from "./technician-select";

type TechnicianFieldProps = Pick<TechnicianSelectProps, "choices" | "none"> &
  Omit<FieldProps, "label"> &
  Partial<Pick<FieldProps, "label">>;

/** A technician, in a form with conform; apart, because the screens with the select alone load no conform. */
export function TechnicianField({ choices, none, ...frame }: TechnicianFieldProps) {
  const { key, ...select } = getSelectProps(frame.field, describedBy(frame.field, frame.description));
  return (
    <FieldFrame label={workOrderLabels.technicianId} {...frame}>
      <TechnicianSelect key={key} {...select} required={frame.required ?? select.required} {...{ choices, none }} />
    </FieldFrame>
  );
}
