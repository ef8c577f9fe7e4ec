import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { partsCost } from "~/domain/work-order-parts/list.server";
import { CancelForm } from "~/domain/work-orders/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { changeAndReturn } from "~/routes/work-orders/shared/change-and-return.server";
import { CancelDialog } from "./cancel-dialog";
import { useTransition } from "./use-transition";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  const { parts } = await partsCost(ctx, params.id ?? "");
  return { hasParts: parts > 0, constraint: getZodConstraint(CancelForm), formKey: ctx.newId() };
});

export const action = formAction(CancelForm, ({ input, ...sent }) =>
  changeAndReturn(sent, { ...input, to: "cancelled" }),
);

export default function CancelWorkOrder() {
  const { hasParts, constraint, formKey } = useLoaderData<typeof loader>();
  const { isPossible } = useTransition("cancelled");
  const close = useCloseDialog();
  if (!isPossible) return null;
  return <CancelDialog {...{ hasParts, constraint, formKey }} onClose={close} />;
}
