import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { Nothing } from "~/domain/shared/fields";
import { deleteEndpoint, readEndpoint } from "~/domain/webhooks/change.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  const { url } = await readEndpoint(ctx, params.endpointId ?? "");
  return { host: new URL(url).host, formKey: ctx.newId() };
});

export const action = formAction(Nothing, async ({ ctx, params, request }) => {
  await deleteEndpoint(ctx, params.endpointId ?? "");
  return redirectWithToast(request, paths.webhooks(), { tone: "success", text: "Endpoint deleted." });
});

export default function DeleteEndpoint() {
  const { host, formKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmForm
      title={`Delete the endpoint at ${host}?`}
      confirm="Delete endpoint"
      confirmBusy="Deleting..."
      tone="destructive"
      formKey={formKey}
    >
      It receives no more events, its secret is deleted, and its log can no longer be opened.
    </ConfirmForm>
  );
}
