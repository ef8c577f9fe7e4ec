import { getInputProps } from "@conform-to/react";
import { Checkbox } from "~/components/ui/checkbox";
import { cn } from "~/lib/utils";
import { describedBy, FieldError, type FieldProps, type InputNative } from "./field";

type CheckboxFieldProps = FieldProps & InputNative & { /** What a form sends when it is on. */ value?: string };

/**
 * A checkbox. Posts `on` (or `value`) when checked and nothing otherwise. It must be checked only if `required` is set:
 * the field's own constraint marks a plain yes or no as required as well.
 */
export function CheckboxField(props: CheckboxFieldProps) {
  const { field, label, description, labelHidden, required = false, className, value, ...native } = props;
  const {
    key,
    required: _,
    ...input
  } = getInputProps(field, { type: "checkbox", value, ...describedBy(field, description) });
  return (
    <div className={cn("flex flex-col gap-1.5", className)}>
      <div className="flex items-start gap-3 touch:py-2">
        <Checkbox key={key} {...input} required={required} {...native} />
        <div>
          <label htmlFor={field.id} className={labelHidden ? "sr-only" : undefined}>
            {label}
          </label>
          {description && (
            <p id={field.descriptionId} className="text-muted-foreground text-sm">
              {description}
            </p>
          )}
        </div>
      </div>
      <FieldError field={field} />
    </div>
  );
}
