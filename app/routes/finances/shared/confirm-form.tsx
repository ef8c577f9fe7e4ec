import { Form, useActionData } from "@remix-run/react";
import { type ReactNode, useId } from "react";
import { ConfirmDialog } from "~/components/feedback/confirm-dialog";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { useIsSubmitting } from "~/components/forms/use-action-form";
import { useCloseDialog } from "~/lib/use-close-dialog";

type ConfirmFormProps = {
  title: string;
  confirm: string;
  /** The same while it runs: 'Deleting...'. */
  confirmBusy: string;
  tone?: "destructive" | "default";
  /** A word to type before the button works. */
  word?: string;
  formKey: string;
  children: ReactNode;
};

/** A route that asks once more: its action does what the button names. */
export function ConfirmForm({ formKey, children, ...dialog }: ConfirmFormProps) {
  const { lastResult, sessionEnded } = useFormRefusal(useActionData());
  const formId = useId();
  const errors = lastResult?.error?.[""];
  return (
    <>
      <ConfirmDialog open onOpenChange={useCloseDialog()} busy={useIsSubmitting()} form={{ id: formId }} {...dialog}>
        {children}
        {errors && (
          <p role="alert" className="mt-3 font-medium text-bad">
            {errors.join(" ")}
          </p>
        )}
        <Form method="post" id={formId} preventScrollReset replace>
          <input type="hidden" name="idempotencyKey" value={formKey} />
        </Form>
      </ConfirmDialog>
      {sessionEnded}
    </>
  );
}
