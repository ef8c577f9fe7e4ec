import { getCollectionProps } from "@conform-to/react";
import { RadioGroup } from "~/components/ui/radio-group";
import type { Choice } from "~/components/ui/select";
import { FieldError, type FieldProps } from "./field";

type ChoiceListFieldProps = FieldProps & {
  label: string;
  choices: readonly (Choice & { hint?: string })[];
  type: "radio" | "checkbox";
};

/** All choices visible: pick one (`radio`) or any number (`checkbox`). */
export function ChoiceListField(props: ChoiceListFieldProps) {
  const { field, label, description, labelHidden, className, choices, type } = props;
  const options = choices.map((choice) => choice.value);
  const about = [field.errors && field.errorId, description && field.descriptionId].filter(Boolean).join(" ");
  const inputs = getCollectionProps(field, { type, options, ariaAttributes: false });
  return (
    <RadioGroup label={label} labelHidden={labelHidden} className={className} describedBy={about || undefined}>
      {description && (
        <p id={field.descriptionId} className="text-muted-foreground text-sm">
          {description}
        </p>
      )}
      {choices.map((choice, index) => {
        const { key, ...input } = { id: undefined, key: undefined, ...inputs[index] };
        return (
          <label key={choice.value} className="flex items-start gap-3 touch:py-2">
            {/* The error summary jumps to the field's own id. */}
            <input
              key={key}
              {...input}
              id={index === 0 ? field.id : input.id}
              aria-invalid={field.errors ? true : undefined}
              disabled={choice.disabled}
              className="check"
            />
            <span>
              {choice.label}
              {choice.hint && <span className="block text-muted-foreground text-sm">{choice.hint}</span>}
            </span>
          </label>
        );
      })}
      <FieldError field={field} />
    </RadioGroup>
  );
}
