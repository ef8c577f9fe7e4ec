import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { Nothing } from "~/domain/shared/fields";
import { allow } from "~/domain/shared/permissions";
import { findSitePerson, removeSitePerson } from "~/domain/sites/change.server";
import { SITE_ROLE_LABELS } from "~/domain/sites/site";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params: { id = "", personId = "" } }) => {
  allow(ctx, "customers.write");
  return { person: await findSitePerson(ctx, id, personId), formKey: ctx.newId() };
});

export const action = formAction(Nothing, async ({ ctx, params: { id = "", personId = "" }, request }) => {
  await removeSitePerson(ctx, id, personId);
  return redirectWithToast(request, paths.property(id), { tone: "success", text: "Person removed." });
});

export default function RemovePerson() {
  const { person, formKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmForm title={`Remove ${person.name}?`} confirm="Remove person" confirmBusy="Removing..." formKey={formKey}>
      {SITE_ROLE_LABELS[person.role]} of this property. Jobs and messages stay as they are.
    </ConfirmForm>
  );
}
