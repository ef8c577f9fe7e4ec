import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { Nothing } from "~/domain/shared/fields";
import { allow } from "~/domain/shared/permissions";
import { removeSitePhoto } from "~/domain/sites/photos.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "customers.write");
  return { formKey: ctx.newId() };
});

export const action = formAction(Nothing, async ({ ctx, params: { id = "", photoId = "" }, request }) => {
  await removeSitePhoto(ctx, id, photoId);
  return redirectWithToast(request, paths.propertyTab(id, "photos"), { tone: "success", text: "Photo removed." });
});

export default function RemovePropertyPhoto() {
  const { formKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmForm title="Remove this photo?" confirm="Remove photo" confirmBusy="Removing..." formKey={formKey}>
      The picture is permanently deleted.
    </ConfirmForm>
  );
}
