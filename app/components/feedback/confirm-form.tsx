import { Form } from "@remix-run/react";
import { type ReactNode, useId } from "react";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { useIsSubmitting } from "~/components/forms/use-action-form";
import { useActionAnswer } from "~/lib/use-action-answer";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { ConfirmDialog } from "./confirm-dialog";
import { useFormRefusal } from "./session-ended";

type ConfirmFormProps = {
  title: string;
  confirm: string;
  /** Its label while the action runs: 'Deleting...'. */
  confirmBusy: string;
  tone?: "destructive" | "default";
  /** Label of the button that changes nothing. */
  cancel?: string;
  /** A word to type before the button is enabled. */
  word?: string;
  /** Needed if the route has several forms. */
  intent?: string;
  formKey: string;
  /** The screen that opened it, if that is not its parent. */
  returnTo?: string;
  /** Additional values to submit. */
  fields?: Record<string, string>;
  children: ReactNode;
};

/** A confirmation route: its action does what the button says. */
export function ConfirmForm({ formKey, intent, returnTo, fields = {}, children, ...dialog }: ConfirmFormProps) {
  const { lastResult, isInDoubt, sessionEnded } = useFormRefusal(useActionAnswer());
  const isSaving = useIsSubmitting();
  const formId = useId();
  const errors = lastResult?.error?.[""];
  return (
    <>
      <ConfirmDialog open onOpenChange={useCloseDialog(returnTo)} busy={isSaving} form={{ id: formId }} {...dialog}>
        {children}
        {errors && (
          <p role="alert" className="mt-3 font-medium text-bad">
            {errors.join(" ")}
          </p>
        )}
        <Form method="post" id={formId} preventScrollReset>
          <HiddenFields {...{ formKey, intent, isSaving, isInDoubt }} />
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        </Form>
      </ConfirmDialog>
      {sessionEnded}
    </>
  );
}
