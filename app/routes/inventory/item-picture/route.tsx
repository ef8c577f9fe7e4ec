import { getInputProps } from "@conform-to/react";
import { Form, useLoaderData } from "@remix-run/react";
import { FieldFrame } from "~/components/forms/field";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "~/components/ui/dialog";
import { removeItemPicture, saveItemPicture } from "~/domain/inventory/items/item-picture.server";
import { ItemPictureInput } from "~/domain/inventory/schema";
import { Nothing } from "~/domain/shared/fields";
import { allow } from "~/domain/shared/permissions";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";
import { useItem } from "~/routes/inventory/shared/use-item";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx }) => {
  allow(ctx, "inventory.write");
  return { formKey: ctx.newId() };
});

export const action = formActions({
  save: formCase(ItemPictureInput, async ({ ctx, input, params: { itemId = "" }, request }) => {
    await saveItemPicture(ctx, itemId, input.picture);
    return redirectWithToast(request, paths.item(itemId), { tone: "success", text: "Picture saved." });
  }),
  remove: formCase(Nothing, async ({ ctx, params: { itemId = "" }, request }) => {
    await removeItemPicture(ctx, itemId);
    return redirectWithToast(request, paths.item(itemId), { tone: "success", text: "Picture removed." });
  }),
});

const labels = { picture: "Picture" };

export default function ItemPicture() {
  const { formKey } = useLoaderData<typeof loader>();
  const item = useItem();
  const close = useCloseDialog();
  const { form, fields, isSaving, isInDoubt, sessionEnded } = useActionForm<{ picture: File }>({
    id: "item-picture",
    intent: "save",
    constraint: { picture: { required: true } },
  });
  const removal = useActionForm({ id: "remove-picture", intent: "remove", constraint: undefined });
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent size="small">
        <DialogHeader>
          <DialogTitle>Picture</DialogTitle>
          <DialogDescription>{`${item.sku}, ${item.name}`}</DialogDescription>
        </DialogHeader>
        <Form method="post" encType="multipart/form-data" id={form.id} preventScrollReset className="contents">
          <DialogBody className="flex flex-col gap-4">
            <FormSummary form={form} labels={labels} />
            <FormSummary form={removal.form} />
            <HiddenFields {...{ formKey, isSaving, isInDoubt }} intent="save" />
            <FieldFrame field={fields.picture} label={labels.picture} description="JPEG, PNG or WebP, at most 4 MB.">
              <input
                {...getInputProps(fields.picture, { type: "file", ariaDescribedBy: fields.picture.descriptionId })}
                accept="image/jpeg,image/png,image/webp"
                className="block w-full text-muted-foreground text-sm file:mr-3 file:h-control file:cursor-pointer file:rounded-md file:border file:border-input file:bg-card file:px-4 file:font-medium file:text-foreground"
              />
            </FieldFrame>
          </DialogBody>
          <DialogFooter>
            {item.picture && (
              <Button
                type="submit"
                form={removal.form.id}
                variant="ghost"
                loading={removal.isSaving}
                className="mr-auto text-bad"
              >
                Remove
              </Button>
            )}
            <Button variant="outline" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" variant="default" loading={isSaving}>
              Save picture
            </Button>
          </DialogFooter>
        </Form>
        {item.picture && (
          <Form method="post" id={removal.form.id} preventScrollReset>
            <HiddenFields {...removal} formKey={formKey} intent="remove" />
          </Form>
        )}
        {sessionEnded ?? removal.sessionEnded}
      </DialogContent>
    </Dialog>
  );
}
