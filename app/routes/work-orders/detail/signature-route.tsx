import { SignatureInput } from "~/domain/work-orders/schema";
import { signWorkOrder } from "~/domain/work-orders/tasks.server";
import { formAction } from "~/http/form-action";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { default } from "~/components/no-dialog";
export { plainAction as clientAction } from "~/lib/unanswered-action";

/** Saves the customer's signature, from this screen and from dialogs over others. */
export const action = formAction(SignatureInput, async ({ ctx, input, params }) => {
  await signWorkOrder(ctx, params.id ?? "", input);
  return { done: true };
});
