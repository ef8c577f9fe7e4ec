import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from "react";
import { Checkbox } from "~/components/ui/checkbox";
import { Input } from "~/components/ui/input";
import { RadioGroup } from "~/components/ui/radio-group";
import { type Choice, Select } from "~/components/ui/select";
import { Textarea } from "~/components/ui/textarea";
import { cn } from "~/lib/utils";
import { controlProps, FieldError, FieldFrame, type FieldProps, initialText } from "./field";

type Native<Attributes> = Omit<Attributes, keyof ReturnType<typeof controlProps> | "className" | "defaultValue">;
type InputNative = Native<InputHTMLAttributes<HTMLInputElement>>;

type TextFieldProps = FieldProps &
  InputNative & { /** Said after the number in a lighter tone: °F, psi, h. */ unit?: ReactNode };

/** One line of text; `type`, `inputMode` and `autoComplete` as on an input. Numbers take `inputMode="decimal"` and a `unit`. */
export function TextField({ field, label, description, labelHidden, className, unit, ...native }: TextFieldProps) {
  const frame = { field, label, description, labelHidden, className };
  return (
    <FieldFrame {...frame}>
      <span className="relative block">
        <Input
          key={field.key}
          {...controlProps(field, description)}
          defaultValue={initialText(field)}
          minLength={field.minLength}
          maxLength={field.maxLength}
          min={field.min}
          max={field.max}
          step={field.step}
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

export function TextAreaField({ field, label, description, labelHidden, className, ...native }: TextAreaFieldProps) {
  const frame = { field, label, description, labelHidden, className };
  return (
    <FieldFrame {...frame}>
      <Textarea
        key={field.key}
        {...controlProps(field, description)}
        defaultValue={initialText(field)}
        minLength={field.minLength}
        maxLength={field.maxLength}
        {...native}
      />
    </FieldFrame>
  );
}

type SelectFieldProps = FieldProps &
  Native<SelectHTMLAttributes<HTMLSelectElement>> & { choices: readonly Choice[]; placeholder?: string };

export function SelectField({ field, label, description, labelHidden, className, ...native }: SelectFieldProps) {
  const frame = { field, label, description, labelHidden, className };
  return (
    <FieldFrame {...frame}>
      <Select key={field.key} {...controlProps(field, description)} defaultValue={initialText(field)} {...native} />
    </FieldFrame>
  );
}

type TickProps = FieldProps & InputNative & { /** What a form sends when it is on. */ value?: string };

/** A box to tick. Posts `on` (or `value`) when ticked and nothing when not. */
export function CheckboxField({ field, label, description, className, ...rest }: TickProps) {
  const { labelHidden, value = "on", ...native } = rest;
  return (
    <div className={cn("flex flex-col gap-1.5", className)}>
      <div className="flex items-start gap-3 touch:py-2">
        <Checkbox
          key={field.key}
          {...controlProps(field, description)}
          value={value}
          defaultChecked={field.initialValue === value || field.initialValue === true}
          {...native}
        />
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
export function ChoiceListField({
  field,
  label,
  description,
  labelHidden,
  className,
  choices,
  type,
}: ChoiceListFieldProps) {
  const { id, "aria-describedby": describedBy, required, ...control } = controlProps(field, description);
  const chosen = Array.isArray(field.initialValue) ? field.initialValue : [field.initialValue];
  return (
    <RadioGroup label={label} labelHidden={labelHidden} className={className} describedBy={describedBy}>
      {description && (
        <p id={field.descriptionId} className="text-muted-foreground text-sm">
          {description}
        </p>
      )}
      {choices.map((choice, index) => (
        <label key={choice.value} className="flex items-start gap-3 touch:py-2">
          <input
            {...control}
            id={index === 0 ? id : undefined}
            type={type}
            required={type === "radio" ? required : undefined}
            value={choice.value}
            disabled={choice.disabled}
            defaultChecked={chosen.includes(choice.value)}
            className="check"
          />
          <span>
            {choice.label}
            {choice.hint && <span className="block text-muted-foreground text-sm">{choice.hint}</span>}
          </span>
        </label>
      ))}
      <FieldError field={field} />
    </RadioGroup>
  );
}
