import { getInputProps } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, useLoaderData } from "@remix-run/react";
import { FieldFrame } from "~/components/forms/field";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "~/components/ui/dialog";
import { allow } from "~/domain/shared/permissions";
import { addSitePhoto } from "~/domain/sites/photos.server";
import { SitePhotoInput } from "~/domain/sites/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "customers.read");
  return { constraint: getZodConstraint(SitePhotoInput), formKey: ctx.newId() };
});

export const action = formAction(SitePhotoInput, async ({ ctx, input, params: { id = "" }, request }) => {
  await addSitePhoto(ctx, id, input);
  return redirectWithToast(request, paths.propertyTab(id, "photos"), { tone: "success", text: "Photo added." });
});

const labels = { photo: "Photo", caption: "Caption" };

export default function NewPropertyPhoto() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const close = useCloseDialog();
  const { form, fields, isSaving, isInDoubt, sessionEnded } = useActionForm<{ photo: File; caption: string }>({
    id: "property-photo",
    constraint,
  });
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent size="small">
        <DialogHeader>
          <DialogTitle>Add photo</DialogTitle>
        </DialogHeader>
        <Form method="post" encType="multipart/form-data" id={form.id} preventScrollReset className="contents">
          <DialogBody className="flex flex-col gap-4">
            <FormSummary form={form} labels={labels} />
            <HiddenFields {...{ formKey, isSaving, isInDoubt }} />
            <FieldFrame field={fields.photo} label={labels.photo} description="JPEG, PNG or WebP, at most 8 MB.">
              <input
                {...getInputProps(fields.photo, { type: "file", ariaDescribedBy: fields.photo.descriptionId })}
                accept="image/jpeg,image/png,image/webp"
                className="block w-full text-muted-foreground text-sm file:mr-3 file:h-control file:cursor-pointer file:rounded-md file:border file:border-input file:bg-card file:px-4 file:font-medium file:text-foreground"
              />
            </FieldFrame>
            <TextField
              field={fields.caption}
              label={labels.caption}
              placeholder="Gas shut-off behind the garage"
              autoComplete="off"
            />
          </DialogBody>
          <DialogFooter>
            <Button variant="outline" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={isSaving}>
              Add photo
            </Button>
          </DialogFooter>
        </Form>
        {sessionEnded}
      </DialogContent>
    </Dialog>
  );
}
