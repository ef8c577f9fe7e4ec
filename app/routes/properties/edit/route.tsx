import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData, useLocation } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { SelectField } from "~/components/forms/select-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { TextLink } from "~/components/text-link";
import { choicesOf } from "~/domain/shared/choices";
import { allow } from "~/domain/shared/permissions";
import { updateSite } from "~/domain/sites/change.server";
import { SiteChange } from "~/domain/sites/schema";
import { OCCUPANCIES, OCCUPANCY_LABELS } from "~/domain/sites/site";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { useSite } from "~/routes/properties/shared/use-site";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "customers.write");
  return { constraint: getZodConstraint(SiteChange), formKey: ctx.newId() };
});

export const action = formAction(SiteChange, async ({ ctx, input, params: { id = "" }, request }) => {
  await updateSite(ctx, id, input);
  return redirectWithToast(request, paths.property(id), { tone: "success", text: "Property saved." });
});

const labels = { occupancy: "Occupancy" };
const occupancies = choicesOf(OCCUPANCIES, OCCUPANCY_LABELS);

export default function EditProperty() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const { id, occupancy, version, customerNumber } = useSite();
  const { pathname } = useLocation();
  const actionForm = useActionForm<z.input<typeof SiteChange>>({
    id: "property",
    constraint,
    defaultValue: { occupancy, version },
  });
  return (
    <FormDialog
      size="small"
      title="Edit property"
      {...{ actionForm, labels, formKey, version }}
      conflict={{ noun: "property", discardHref: pathname }}
      submit="Save property"
    >
      <SelectField field={actionForm.fields.occupancy} label={labels.occupancy} choices={occupancies} />
      {customerNumber !== null && (
        <p className="text-muted-foreground text-sm">
          To change the street, unit or time zone, edit the address on the customer.{" "}
          <TextLink to={paths.customerAddress(customerNumber, id)}>Edit address</TextLink>
        </p>
      )}
    </FormDialog>
  );
}
