import type { FieldMetadata } from "@conform-to/react";
import type { InputHTMLAttributes, ReactNode } from "react";
import { Label } from "~/components/ui/label";
import { cn } from "~/lib/utils";

/** conform's metadata of a field, whatever form it belongs to. */
export type AnyField = FieldMetadata;

export type FieldProps = {
  field: AnyField;
  label: ReactNode;
  /** One sentence under the label, read out with the field. */
  description?: ReactNode;
  labelHidden?: boolean;
  /** Where what is chosen elsewhere in the form decides it; else the schema's constraint does. */
  required?: boolean;
  className?: string;
};

/** What conform and the frame do not say already. */
export type Native<Attributes> = Omit<Attributes, "id" | "name" | "form" | "type" | "className" | "required">;
export type InputNative = Native<InputHTMLAttributes<HTMLInputElement>>;

/** A field's first value as text: what was stored, or what was typed before a failed submit. */
export function initialText(field: AnyField): string | undefined {
  const { initialValue } = field;
  return typeof initialValue === "string" || typeof initialValue === "number" ? String(initialValue) : undefined;
}

/** Options for conform's getInputProps and its siblings: a control is described by its sentence as well as by its error. */
export function describedBy(field: AnyField, description: ReactNode) {
  return { ariaDescribedBy: description ? field.descriptionId : undefined };
}

export function FieldError({ field }: { field: AnyField }) {
  if (!field.errors?.length) return null;
  return (
    <p id={field.errorId} className="font-medium text-bad text-sm">
      {field.errors.join(" ")}
    </p>
  );
}

/** Label, sentence, control and error, one below the other. */
export function FieldFrame({ field, label, description, labelHidden, required, className, children }: FrameProps) {
  return (
    <div className={cn("flex min-w-0 flex-col gap-1.5", className)}>
      <Label htmlFor={field.id} required={required ?? field.required} className={labelHidden ? "sr-only" : undefined}>
        {label}
      </Label>
      {description && (
        <p id={field.descriptionId} className="text-muted-foreground text-sm">
          {description}
        </p>
      )}
      {children}
      <FieldError field={field} />
    </div>
  );
}

type FrameProps = FieldProps & { children: ReactNode };
