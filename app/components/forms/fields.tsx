import { getCollectionProps, getInputProps, getSelectProps, getTextareaProps } from "@conform-to/react";
import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from "react";
import { Checkbox, checkboxVariants } from "~/components/ui/checkbox";
import { Input } from "~/components/ui/input";
import { RadioGroup } from "~/components/ui/radio-group";
import { type Choice, Select } from "~/components/ui/select";
import { Textarea } from "~/components/ui/textarea";
import { cn } from "~/lib/utils";
import { describedBy, FieldError, FieldFrame, type FieldProps } from "./field";

/** What conform and the frame do not say already. */
type Native<Attributes> = Omit<Attributes, "id" | "name" | "form" | "type" | "className" | "required">;
type InputNative = Native<InputHTMLAttributes<HTMLInputElement>>;

type TextFieldProps = FieldProps &
  InputNative & {
    type?: Exclude<Parameters<typeof getInputProps>[1]["type"], "checkbox" | "radio">;
    /** Said after the number in a lighter tone: °F, psi, h. */
    unit?: ReactNode;
  };

/** One line of text; `type`, `inputMode` and `autoComplete` as on an input. Numbers take `inputMode="decimal"` and a `unit`. */
export function TextField(props: TextFieldProps) {
  const { field, label, description, labelHidden, required, className, unit, type = "text", ...native } = props;
  // The schema trims before it compares with a pattern, and its message says more than the browser's.
  const { key, pattern: _, ...input } = getInputProps(field, { type, ...describedBy(field, description) });
  return (
    <FieldFrame {...{ field, label, description, labelHidden, required, className }}>
      <span className="relative block">
        <Input
          key={key}
          {...input}
          required={required ?? input.required}
          className={unit ? "pr-14 text-right tabular" : undefined}
          {...native}
        />
        {unit && (
          <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-subtle-foreground">
            {unit}
          </span>
        )}
      </span>
    </FieldFrame>
  );
}

/** A civil date, `YYYY-MM-DD` in the form. */
export function DateField(props: FieldProps & InputNative) {
  return <TextField type="date" {...props} />;
}

/** A time of day, `HH:MM` in the form. */
export function TimeField(props: FieldProps & InputNative) {
  return <TextField type="time" {...props} />;
}

export function PhoneField(props: FieldProps & InputNative) {
  return <TextField type="tel" inputMode="tel" autoComplete="tel" {...props} />;
}

type TextAreaFieldProps = FieldProps & Native<TextareaHTMLAttributes<HTMLTextAreaElement>>;

export function TextAreaField(props: TextAreaFieldProps) {
  const { field, label, description, labelHidden, required, className, ...native } = props;
  const { key, ...textarea } = getTextareaProps(field, describedBy(field, description));
  return (
    <FieldFrame {...{ field, label, description, labelHidden, required, className }}>
      <Textarea key={key} {...textarea} required={required ?? textarea.required} {...native} />
    </FieldFrame>
  );
}

type SelectFieldProps = FieldProps &
  Native<SelectHTMLAttributes<HTMLSelectElement>> & { choices: readonly Choice[]; placeholder?: string };

export function SelectField(props: SelectFieldProps) {
  const { field, label, description, labelHidden, required, className, ...native } = props;
  const { key, ...select } = getSelectProps(field, describedBy(field, description));
  return (
    <FieldFrame {...{ field, label, description, labelHidden, required, className }}>
      <Select key={key} {...select} required={required ?? select.required} {...native} />
    </FieldFrame>
  );
}

type CheckboxFieldProps = FieldProps & InputNative & { /** What a form sends when it is on. */ value?: string };

/** A box to tick. Posts `on` (or `value`) when ticked and nothing when not. */
export function CheckboxField(props: CheckboxFieldProps) {
  const { field, label, description, labelHidden, required, className, value, ...native } = props;
  const { key, ...input } = getInputProps(field, { type: "checkbox", value, ...describedBy(field, description) });
  return (
    <div className={cn("flex flex-col gap-1.5", className)}>
      <div className="flex items-start gap-3 touch:py-2">
        <Checkbox key={key} {...input} required={required ?? input.required} {...native} />
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

type ChoiceListFieldProps = FieldProps & {
  label: string;
  choices: readonly (Choice & { hint?: string })[];
  type: "radio" | "checkbox";
};

/** All choices in sight: one of them (`radio`) or any number (`checkbox`). */
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
            {/* The summary of errors jumps to the field's own id. */}
            <input
              key={key}
              {...input}
              id={index === 0 ? field.id : input.id}
              aria-invalid={field.errors ? true : undefined}
              disabled={choice.disabled}
              className={checkboxVariants({ type })}
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
