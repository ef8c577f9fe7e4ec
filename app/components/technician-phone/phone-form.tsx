import { Form } from "@remix-run/react";
import type { FormEvent, ReactNode } from "react";
import { actOf } from "~/domain/technician-phone/entries.rules";
import type { PhoneJob } from "~/domain/technician-phone/rules";
import { useThisPhone } from "./use-phone";

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

/** Puts down what it says: into the outbox where the device is open, else as a form like any other. */
export function PhoneForm({ job, intent, formKey, fields = {}, encType, onKept, className, children }: PhoneFormProps) {
  const phone = useThisPhone();
  function submit(event: FormEvent<HTMLFormElement>): void {
    if (!phone.ready) return;
    event.preventDefault();
    const form = event.currentTarget;
    const act = actOf(new FormData(form));
    if (!act) return;
    form.reset();
    onKept?.();
    phone.put(job, act);
  }
  return (
    <Form method="post" onSubmit={submit} encType={encType} className={className} reloadDocument>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="idempotencyKey" value={`${formKey}-${intent}-${Object.values(fields).join("-")}`} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </Form>
  );
}
