import type { FormMetadata } from "@conform-to/react";
import { Form } from "@remix-run/react";
import type { FocusEventHandler, ReactNode } from "react";
import { Button } from "~/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "~/components/ui/dialog";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { ConflictDialog } from "./conflict-dialog";
import { FormSummary } from "./form-summary";
import { HiddenFields } from "./hidden-fields";
import type { useActionForm } from "./use-action-form";

type AnyForm = Pick<FormMetadata, "id" | "allErrors" | "value">;

type FormDialogProps = {
  title: ReactNode;
  description?: ReactNode;
  size?: "small" | "medium" | "large";
  /** The result of `useActionForm`, for any schema. */
  actionForm: Pick<ReturnType<typeof useActionForm>, "isSaving" | "isInDoubt" | "current" | "sessionEnded"> & {
    form: AnyForm;
  };
  /** Labels by field name, for the error summary. */
  labels?: Record<string, string>;
  /** One key for each time the dialog opens, so that submitting twice saves once; not needed where nothing is added. */
  formKey?: string;
  /** Identifies this form if the route's action has several. */
  intent?: string;
  /** Version of the row when the reader opened it. */
  version?: number;
  /**
   * For rows that others may save meanwhile: the noun, the URL that shows the saved row, and the saved and typed values as
   * the form shows them.
   */
  conflict?: { noun: string; discardHref: string; current?: object | null; yours?: object };
  /** The server's error messages are shown instead of the browser's. */
  noValidate?: boolean;
  onBlur?: FocusEventHandler<HTMLFormElement>;
  /** Label of the submit button. */
  submit: ReactNode;
  tone?: "default" | "destructive";
  cancel?: string;
  /** The screen that opened it, if that is not its parent. */
  returnTo?: string;
  /** Shown next to the buttons, such as a button that deletes the row. */
  aside?: ReactNode;
  children?: ReactNode;
};

/** A form that a child route renders over its parent: errors at the top, the fields, and buttons that stay visible. */
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
    ...formProps
  } = rest;
  const { form, isSaving, isInDoubt, current, sessionEnded } = actionForm;
  const replaced = conflict && current;
  const close = useCloseDialog(returnTo);
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent size={size}>
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          {description && <DialogDescription>{description}</DialogDescription>}
        </DialogHeader>
        <Form method="post" id={form.id} preventScrollReset className="contents" {...formProps}>
          <DialogBody className="flex flex-col gap-4">
            {replaced ? (
              <ConflictDialog
                title={`Someone else changed this ${conflict.noun} while you were editing`}
                labels={labels ?? {}}
                yours={conflict.yours ?? form.value ?? {}}
                current={conflict.current ?? current}
                discardHref={conflict.discardHref}
              />
            ) : (
              <FormSummary form={form} labels={labels} />
            )}
            <HiddenFields {...{ formKey, version, intent, isSaving, isInDoubt }} current={replaced ?? null} />
            {children}
          </DialogBody>
          <DialogFooter>
            <Button variant="outline" onClick={close}>
              {cancel}
            </Button>
            <Button type="submit" variant={tone} loading={isSaving}>
              {replaced ? "Replace with mine" : submit}
            </Button>
            {/* Enter in a field presses the first submit button. */}
            {aside && <div className="order-first grid sm:mr-auto">{aside}</div>}
          </DialogFooter>
        </Form>
        {sessionEnded}
      </DialogContent>
    </Dialog>
  );
}
