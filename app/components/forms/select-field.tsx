import { getSelectProps } from "@conform-to/react";
import type { SelectHTMLAttributes } from "react";
import { type Choice, NativeSelect } from "~/components/ui/native-select";
import { describedBy, FieldFrame, type FieldProps, type Native } from "./field";

type SelectFieldProps = FieldProps &
  Native<SelectHTMLAttributes<HTMLSelectElement>> & { choices: readonly Choice[]; placeholder?: string };

export function SelectField(props: SelectFieldProps) {
  const { field, label, description, labelHidden, required, className, ...native } = props;
  const { key, ...select } = getSelectProps(field, describedBy(field, description));
  return (
    <FieldFrame {...{ field, label, description, labelHidden, required, className }}>
      <NativeSelect key={key} {...select} required={required ?? select.required} {...native} />
    </FieldFrame>
  );
}
