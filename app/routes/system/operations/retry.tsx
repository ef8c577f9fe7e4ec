import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { MAX_RETRIED } from "~/domain/operations/figures";
import { countFailed, retryFailed } from "~/domain/operations/retry.server";
import { RetryFailed } from "~/domain/operations/schema";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = memberLoader(async ({ ctx, params }) => ({
  ...(await countFailed(ctx, params.topic ?? "")),
  formKey: ctx.newId(),
}));

export const action = formAction(RetryFailed, async ({ ctx, input, request }) => {
  const { retried } = await retryFailed(ctx, input);
  const text = retried === 0 ? "Nothing was left to retry." : `Retrying ${deliveries(retried)}.`;
  return redirectWithToast(request, paths.operations(), { tone: "success", text });
});

const deliveries = (count: number) => (count === 1 ? "1 delivery" : `${count} deliveries`);

export default function RetryDeliveries() {
  const { topic, label, count, formKey } = useLoaderData<typeof loader>();
  const retried = Math.min(count, MAX_RETRIED);
  return (
    <ConfirmForm
      title={`Retry ${deliveries(retried)} of “${label}”?`}
      confirm={`Retry ${deliveries(retried)}`}
      confirmBusy="Retrying..."
      tone="default"
      formKey={formKey}
      fields={{ topic }}
    >
      {count > MAX_RETRIED && `There are more: the ${MAX_RETRIED} that failed first are retried now. `}
      Each is tried again for up to two hours. If the cause is still there, it comes back to this list.
    </ConfirmForm>
  );
}
