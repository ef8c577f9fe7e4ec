import type { FieldMetadata } from "@conform-to/react";
import type { InputHTMLAttributes, ReactNode } from "react";
import { Label } from "~/components/ui/label";
import { cn } from "~/lib/utils";

/** conform's metadata of a field of any form. */
export type AnyField = FieldMetadata;

export type FieldProps = {
  field: AnyField;
  label: ReactNode;
  /** One sentence under the label, announced with the field. */
  description?: ReactNode;
  labelHidden?: boolean;
  /** Set if another choice in the form determines it; otherwise the schema's constraint applies. */
  required?: boolean;
  className?: string;
};

/** Native attributes not already set by conform or the frame. */
export type Native<Attributes> = Omit<Attributes, "id" | "name" | "form" | "type" | "className" | "required">;
export type InputNative = Native<InputHTMLAttributes<HTMLInputElement>>;

/** A field's initial value as text: the stored value, or what was typed before a failed submit. */
export function initialText(field: AnyField): string | undefined {
  const { initialValue } = field;
  return typeof initialValue === "string" || typeof initialValue === "number" ? String(initialValue) : undefined;
}

/** Options for conform's getInputProps and related functions, so that the description is announced along with the error. */
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

/** Label, description, control and error, stacked. */
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
