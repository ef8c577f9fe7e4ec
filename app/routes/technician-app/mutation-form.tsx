import { Form } from "@remix-run/react";
import { type FormEvent, type ReactNode, useState } from "react";
import { actOf } from "~/domain/technician-app/entries";
import type { PhoneJob } from "~/domain/technician-app/job";
import { cn } from "~/lib/utils";
import { useThisPhone } from "./technician-app";

type PhoneFormProps = {
  job: PhoneJob;
  intent: string;
  /** Tells this form of the screen from the others, so that each has a key of its own. */
  formKey: string;
  fields?: Record<string, string>;
  encType?: "multipart/form-data";
  onKept?: () => void;
  className?: string;
  children: ReactNode;
};

/**
 * Puts down what it says: into the outbox where the device is open, else as a form like any other. What was typed goes only
 * when it is kept; `group-data-keeping:` shows what shows meanwhile.
 */
export function PhoneForm({ job, intent, formKey, fields = {}, encType, onKept, className, children }: PhoneFormProps) {
  const phone = useThisPhone();
  const [keeping, setKeeping] = useState(false);
  const [trouble, setTrouble] = useState("");
  async function keep(form: HTMLFormElement): Promise<void> {
    const act = actOf(new FormData(form));
    if (!act || keeping) return;
    setKeeping(true);
    setTrouble("");
    try {
      await phone.put(job, act);
      form.reset();
      onKept?.();
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    }
    setKeeping(false);
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    if (!phone.ready) return;
    event.preventDefault();
    void keep(event.currentTarget);
  }
  return (
    <Form
      method="post"
      onSubmit={submit}
      encType={encType}
      className={cn("group", className)}
      data-keeping={keeping || undefined}
      reloadDocument
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="idempotencyKey" value={`${formKey}-${intent}-${Object.values(fields).join("-")}`} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      {trouble && (
        <p role="alert" className="w-full font-medium text-bad">
          {trouble}
        </p>
      )}
    </Form>
  );
}
