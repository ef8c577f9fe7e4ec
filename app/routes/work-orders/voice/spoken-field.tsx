import { type ReactNode, useId } from "react";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Label } from "~/components/ui/label";
import { Receipt } from "~/components/voice/receipt";
import type { Sound } from "~/components/voice/use-sound";
import type { Heard as HeardField } from "~/domain/voice/sessions/recordings/heard";
import { cn } from "~/lib/utils";

interface ControlProps {
  id: string;
  required: boolean;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

type SpokenFieldProps<T> = {
  label: string;
  /** What was recognized; omitted if the field was not spoken about. */
  heard?: HeardField<T> | null;
  /** The field now differs from what was recognized. */
  isChanged?: boolean;
  /** A question is open and nobody has answered it yet. */
  isOpen?: boolean;
  /** The question, if the words alone are not conclusive. */
  question?: string | null;
  required?: boolean;
  error: string | undefined;
  sound: Sound | null;
  /** Called when one of the candidates is chosen. */
  onChoose?: (value: T) => void;
  children: (control: ControlProps) => ReactNode;
};

/** A field with the words it came from; open questions are shown with their candidates. */
export function SpokenField<T>(props: SpokenFieldProps<T>) {
  const {
    isChanged = false,
    label,
    heard = null,
    isOpen = false,
    question = null,
    required = false,
    error,
    sound,
    onChoose,
  } = props;
  const id = useId();
  const isUnclear = isOpen && (heard?.needsReview === true || question !== null);
  const candidates = isUnclear ? (heard?.candidates ?? []) : [];
  return (
    <div className={cn("flex min-w-0 flex-col gap-1.5", isUnclear && "rounded-md border border-warn bg-warn-soft p-4")}>
      <div className="flex flex-wrap items-center gap-2">
        <Label htmlFor={id} required={required}>
          {label}
        </Label>
        {isUnclear && <Badge tone="warn">Please choose</Badge>}
      </div>
      {isUnclear && (
        <p id={`${id}-question`}>
          {question ?? `“${heard?.words}” is not clear. ${candidates.length > 0 ? "Which one?" : "Enter it."}`}
        </p>
      )}
      {candidates.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {candidates.map((candidate) => (
            <Button key={candidate.label} variant="outline" size="sm" onClick={() => onChoose?.(candidate.value)}>
              {candidate.label}
            </Button>
          ))}
        </div>
      )}
      {props.children({
        id,
        required,
        "aria-describedby":
          [error && `${id}-error`, isUnclear && `${id}-question`].filter(Boolean).join(" ") || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {error && (
        <p id={`${id}-error`} className="font-medium text-bad text-sm">
          {error}
        </p>
      )}
      {heard && !isUnclear && <Receipt heard={heard} isChanged={isChanged} sound={sound} />}
    </div>
  );
}
