import { getInputProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { Input } from "~/components/ui/input";
import { describedBy, FieldFrame, type FieldProps, type InputNative } from "./field";

type TextFieldProps = FieldProps &
  InputNative & {
    type?: Exclude<Parameters<typeof getInputProps>[1]["type"], "checkbox" | "radio">;
    /** Shown after the number in a lighter tone: °F, psi, h. */
    unit?: ReactNode;
  };

/**
 * A single-line text field; `type`, `inputMode` and `autoComplete` as on an input. Use `inputMode="decimal"` and a
 * `unit` for numbers.
 */
export function TextField(props: TextFieldProps) {
  const { field, label, description, labelHidden, required, className, unit, type = "text", ...native } = props;
  // The schema trims before matching a pattern, and its message is more specific than the browser's.
  const {
    key,
    pattern: _,
    ...input
  } = getInputProps(field, {
    type,
    // A secret is never sent back to the page.
    value: type !== "password",
    ...describedBy(field, description),
  });
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
