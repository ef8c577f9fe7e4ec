import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { revokeLinks } from "~/domain/invoices/links.server";
import { Nothing } from "~/domain/shared/fields";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "invoices.manage");
  return { formKey: ctx.newId() };
});

export const action = formAction(Nothing, async ({ ctx, params, request }) => {
  const { id } = await revokeLinks(ctx, params.id ?? "");
  return redirectWithToast(request, paths.invoice(id), { tone: "success", text: "The customer's link is off." });
});

export default function RevokeLink() {
  const { formKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmForm
      title="Turn off the customer's link?"
      confirm="Turn off"
      confirmBusy="Turning off..."
      tone="destructive"
      formKey={formKey}
    >
      The link in emails that were sent and the code on printed invoices stop working at once. Sending it again makes a
      new one.
    </ConfirmForm>
  );
}
