import { Form, type FormProps } from "@remix-run/react";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "~/components/ui/button";
import type { DayWorkOrder } from "~/domain/technician-app/day";
import type { MutationKind } from "~/domain/technician-app/mutations";
import { cn } from "~/lib/utils";
import { useTechnicianApp } from "./technician-app";

type MutationFormProps = {
  workOrder: DayWorkOrder;
  intent: MutationKind;
  /** Hidden fields. Once something was typed or chosen, a `version` among them stays the one shown then. */
  fields?: Record<string, string>;
  encType?: "multipart/form-data";
  onSaved?: () => void;
  /** Returns a question to confirm before saving; null: none. */
  doubt?: (form: FormData) => string | null;
  /** Returns why it cannot be saved; null: it can. */
  refusal?: (form: FormData) => string | null;
  className?: string;
  children: ReactNode;
};

/**
 * Submits to the outbox if the device is open, otherwise as a regular form. The input is cleared only once it is
 * stored; `group-data-saving:` styles apply meanwhile.
 */
export function MutationForm({
  workOrder,
  intent,
  fields = {},
  encType,
  onSaved,
  doubt,
  refusal,
  className,
  children,
}: MutationFormProps) {
  const { isOpen, submit } = useTechnicianApp();
  const [isSaving, setIsSaving] = useState(false);
  const [error, setError] = useState("");
  const [question, setQuestion] = useState<string | null>(null);
  const [typedOn, setTypedOn] = useState<string>();

  async function save(form: HTMLFormElement): Promise<void> {
    const picture = pictureIn(form);
    setIsSaving(true);
    try {
      await submit(workOrder, new FormData(form));
      if (pictureIn(form) === picture) {
        form.reset();
        setTypedOn(undefined);
        onSaved?.();
      }
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : String(cause));
    }
    // Another one was chosen meanwhile.
    if (pictureIn(form) !== undefined && pictureIn(form) !== picture) return save(form);
    setIsSaving(false);
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    if (!isOpen) return;
    event.preventDefault();
    const form = event.currentTarget;
    if (isSaving || !isFilledIn(form)) return;
    setError("");
    const refused = refusal?.(new FormData(form)) ?? null;
    if (refused !== null) {
      setQuestion(null);
      setError(refused);
      return;
    }
    const doubtText = doubt?.(new FormData(form)) ?? null;
    if (doubtText !== null && doubtText !== question) {
      setQuestion(doubtText);
      return;
    }
    setQuestion(null);
    void save(form);
  }

  return (
    <PlainForm
      onSubmit={onSubmit}
      onInput={() => setTypedOn((version) => version ?? fields.version)}
      encType={encType}
      className={cn("group", className)}
      data-saving={isSaving || undefined}
    >
      <HiddenFields intent={intent} fields={typedOn === undefined ? fields : { ...fields, version: typedOn }} />
      {children}
      {question && <Question text={question} onChange={() => setQuestion(null)} />}
      {error && (
        <p role="alert" className="col-span-full w-full font-medium text-bad">
          {error}
        </p>
      )}
    </PlainForm>
  );
}

/** Submitted as a regular form if no script handles it. */
export function PlainForm(props: Pick<FormProps, "onSubmit" | "onInput" | "encType" | "className" | "children">) {
  return <Form method="post" reloadDocument {...props} />;
}

export function HiddenFields({ intent, fields }: { intent: MutationKind; fields: Record<string, string> }) {
  const { formKey } = useTechnicianApp();
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="idempotencyKey" value={`${formKey}-${intent}-${Object.values(fields).join("-")}`} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

/** Asks to confirm doubtful input; 'yes' submits the surrounding form. */
export function Question({ text, onChange }: { text: string; onChange: () => void }) {
  return (
    <div
      role="alert"
      className="col-span-full flex w-full basis-full flex-wrap items-center gap-3 rounded-md bg-warn-soft p-3"
    >
      <p className="font-semibold text-lg text-warn">{text}</p>
      <Button type="submit" size="lg" variant="outline" className="border-2">
        Yes, save it
      </Button>
      <Button size="lg" variant="outline" className="border-2" onClick={onChange}>
        Change it
      </Button>
    </div>
  );
}

/** The chosen file; undefined if there is none. */
const pictureIn = (form: HTMLFormElement) => form.querySelector<HTMLInputElement>("input[type=file]")?.files?.[0];

/** The browser accepts blanks as a value; the server rejects them, but would report that only when reached. */
function isFilledIn(form: HTMLFormElement): boolean {
  for (const field of form.elements) {
    const isText = field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === "text");
    if (isText && field.required && field.value.trim() === "") field.value = "";
  }
  return form.reportValidity();
}

type ConfirmButtonProps = {
  label: string;
  /** Label of the second tap, naming the action. */
  confirmLabel: string;
  onConfirm?: () => void;
};

/**
 * For actions that cannot be undone: the first tap asks, the second confirms. Without `onConfirm`, the second tap
 * submits the surrounding form.
 */
export function ConfirmButton({ label, confirmLabel, onConfirm }: ConfirmButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [first, cancel] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  const toggle = (asks: boolean) => {
    flushSync(() => setIsAsking(asks));
    // The button pressed is gone; pressing it twice must not confirm.
    (asks ? cancel : first).current?.focus();
  };
  if (!isAsking) {
    return (
      <Button ref={first} variant="outline" size="lg" className="self-start" onClick={() => toggle(true)}>
        {label}
      </Button>
    );
  }
  return (
    <div className="flex flex-wrap gap-3">
      <Button size="lg" variant="destructive" type={onConfirm ? "button" : "submit"} onClick={onConfirm}>
        {confirmLabel}
      </Button>
      <Button ref={cancel} variant="outline" size="lg" onClick={() => toggle(false)}>
        Cancel
      </Button>
    </div>
  );
}
