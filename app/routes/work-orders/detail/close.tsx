import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { allow } from "~/domain/shared/permissions";
import { CloseForm } from "~/domain/work-orders/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { changeAndReturn } from "~/routes/work-orders/shared/change-and-return.server";
import { CloseDialog } from "./close-dialog";
import { useTransition } from "./use-transition";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "work_orders.read");
  return { constraint: getZodConstraint(CloseForm), formKey: ctx.newId() };
});

export const action = formAction(CloseForm, ({ input, ...sent }) => changeAndReturn(sent, { ...input, to: "closed" }));

export default function CloseWorkOrder() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const { workOrder, isPossible } = useTransition("closed");
  const close = useCloseDialog();
  if (!isPossible) return null;
  return <CloseDialog {...{ workOrder, constraint, formKey }} onClose={close} />;
}
