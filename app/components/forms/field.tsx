import type { ReactNode } from "react";
import { Label } from "~/components/ui/label";
import { cn } from "~/lib/utils";

/** What a field needs of conform's FieldMetadata; any metadata fits, and so does a plain object. */
export type FieldLike = {
  id: string;
  name: string;
  errorId: string;
  descriptionId: string;
  formId?: string;
  key?: string;
  initialValue?: unknown;
  errors?: string[];
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  min?: string | number;
  max?: string | number;
  step?: string | number;
};

export type FieldProps = {
  field: FieldLike;
  label: ReactNode;
  /** One sentence under the label, read out with the field. */
  description?: ReactNode;
  labelHidden?: boolean;
  className?: string;
};

/** A field's first value as text: what was stored, or what was typed before a failed submit. */
export function initialText(field: FieldLike): string | undefined {
  const { initialValue } = field;
  return typeof initialValue === "string" || typeof initialValue === "number" ? String(initialValue) : undefined;
}

/** The attributes that tie a control to its field, its description and its error. */
export function controlProps(field: FieldLike, description?: ReactNode) {
  const invalid = Boolean(field.errors?.length);
  const describedBy = [description && field.descriptionId, invalid && field.errorId].filter(Boolean).join(" ");
  return {
    id: field.id,
    name: field.name,
    form: field.formId,
    required: field.required,
    "aria-invalid": invalid || undefined,
    "aria-describedby": describedBy || undefined,
  } as const;
}

export function FieldError({ field }: { field: FieldLike }) {
  if (!field.errors?.length) return null;
  return (
    <p id={field.errorId} className="font-medium text-bad text-sm">
      {field.errors.join(" ")}
    </p>
  );
}

/** Label, sentence, control and error, one below the other. */
export function FieldFrame({ field, label, description, labelHidden, className, children }: FrameProps) {
  return (
    <div className={cn("flex min-w-0 flex-col gap-1.5", className)}>
      <Label htmlFor={field.id} required={field.required} className={labelHidden ? "sr-only" : undefined}>
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
