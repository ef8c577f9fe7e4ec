import { Form } from "@remix-run/react";
import { Button } from "~/components/ui/button";

const FORM = "remove-record";

/** For a dialog's form: the button of a form apart, so that Enter in a field saves and does not delete. */
export function RemoveButton({ noun }: { noun: string }) {
  return (
    <Button type="submit" form={FORM} variant="ghost" className="mr-auto">
      Delete {noun}
    </Button>
  );
}

/** The form of `RemoveButton`, rendered beside the dialog. */
export function RemoveForm({ formKey }: { formKey: string }) {
  return (
    <Form method="post" id={FORM} preventScrollReset>
      <input type="hidden" name="idempotencyKey" value={formKey} />
      <input type="hidden" name="intent" value="remove" />
    </Form>
  );
}
