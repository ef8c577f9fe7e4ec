import type { FormMetadata } from "@conform-to/react";
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { ConflictDialog } from "./conflict-dialog";
import { FormSummary } from "./form-summary";
import type { useActionForm } from "./use-action-form";

type AnyForm = Pick<FormMetadata, "id" | "allErrors" | "value">;

type FormDialogProps = {
  title: ReactNode;
  description?: ReactNode;
  size?: "small" | "medium" | "large";
  /** What `useActionForm` answered, whatever its schema. */
  actionForm: Pick<ReturnType<typeof useActionForm>, "isSaving" | "current" | "sessionEnded"> & { form: AnyForm };
  /** Field name to what the screen calls it, for the summary of what is wrong. */
  labels?: Record<string, string>;
  /** One key for each time the dialog opens: sent twice, saved once. */
  formKey: string;
  /** Where the route's action has several forms: which this is. */
  intent?: string;
  /** Of the row as the reader saw it. */
  version?: number;
  /** For a row that others may save meanwhile: what it is, where it is shown as saved, and its values as the form has them. */
  conflict?: { noun: string; discardHref: string; current?: object | null };
  /** The server's own words say what is wrong, in place of the browser's. */
  noValidate?: boolean;
  /** What the button that sends it says. */
  submit: ReactNode;
  tone?: "default" | "destructive";
  cancel?: string;
  /** The screen that opened it, where that is not its parent. */
  returnTo?: string;
  /** Beside the buttons, such as what deletes the row. */
  aside?: ReactNode;
  children?: ReactNode;
};

/** A form that a child route draws over its parent: what is wrong on top, the fields, and buttons that stay in sight. */
export function FormDialog({ title, description, size, actionForm, labels, children, ...rest }: FormDialogProps) {
  const {
    formKey,
    intent,
    version,
    conflict,
    submit,
    tone = "default",
    cancel = "Cancel",
    returnTo,
    aside,
    ...ways
  } = rest;
  const { form, isSaving, current, sessionEnded } = actionForm;
  const replaced = conflict && current;
  const close = useCloseDialog(returnTo);
  return (
    <Dialog open onOpenChange={close} size={size} title={title} description={description}>
      <Form method="post" id={form.id} preventScrollReset className="contents" {...ways}>
        <ModalBody className="flex flex-col gap-4">
          {replaced ? (
            <ConflictDialog
              title={`Someone else changed this ${conflict.noun} while you were editing`}
              labels={labels ?? {}}
              yours={form.value ?? {}}
              current={conflict.current ?? current}
              discardHref={conflict.discardHref}
            />
          ) : (
            <FormSummary form={form} labels={labels} />
          )}
          {intent !== undefined && <input type="hidden" name="intent" value={intent} />}
          <input type="hidden" name="idempotencyKey" value={formKey} />
          {version !== undefined && <input type="hidden" name="version" value={replaced ? current.version : version} />}
          {children}
        </ModalBody>
        <ModalFooter>
          {aside}
          <Button variant="outline" onClick={close}>
            {cancel}
          </Button>
          <Button type="submit" variant={tone} loading={isSaving}>
            {replaced ? "Replace with mine" : submit}
          </Button>
        </ModalFooter>
      </Form>
      {sessionEnded}
    </Dialog>
  );
}
