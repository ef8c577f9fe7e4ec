import { getCollectionProps } from "@conform-to/react";
import { Checkbox } from "~/components/ui/checkbox";
import type { Choice } from "~/components/ui/native-select";
import { RadioGroup, RadioGroupItem } from "~/components/ui/radio-group";
import { ChoiceLabel } from "./choice-label";
import { FieldError, type FieldProps } from "./field";

type ChoiceListFieldProps = FieldProps & {
  label: string;
  choices: readonly (Choice & { hint?: string })[];
  type: "radio" | "checkbox";
};

/** All choices visible: pick one (`radio`) or any number (`checkbox`). */
export function ChoiceListField(props: ChoiceListFieldProps) {
  const { field, label, description, labelHidden, className, choices, type } = props;
  const Input = type === "radio" ? RadioGroupItem : Checkbox;
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
        const { key, type: _, ...input } = { id: undefined, key: undefined, type, ...inputs[index] };
        return (
          <ChoiceLabel key={choice.value} label={choice.label} hint={choice.hint}>
            {/* The error summary jumps to the field's own id. */}
            <Input
              key={key}
              {...input}
              id={index === 0 ? field.id : input.id}
              aria-invalid={field.errors ? true : undefined}
              disabled={choice.disabled}
            />
          </ChoiceLabel>
        );
      })}
      <FieldError field={field} />
    </RadioGroup>
  );
}
