import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { deleteApiKey, findApiKeyName } from "~/domain/api-keys/change.server";
import { Nothing } from "~/domain/shared/fields";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => ({
  name: await findApiKeyName(ctx, params.keyId ?? ""),
  formKey: ctx.newId(),
}));

export const action = formAction(Nothing, async ({ ctx, params, request }) => {
  await deleteApiKey(ctx, params.keyId ?? "");
  return redirectWithToast(request, paths.apiKeys(), { tone: "success", text: "API key deleted." });
});

export default function DeleteApiKey() {
  const { name, formKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmForm
      title={`Delete the key “${name}”?`}
      confirm="Delete key"
      confirmBusy="Deleting..."
      tone="destructive"
      formKey={formKey}
    >
      Programs that use it lose access at once. Records it wrote keep its name.
    </ConfirmForm>
  );
}
