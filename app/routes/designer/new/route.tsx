import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { SelectField } from "~/components/forms/select-field";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { createDesign } from "~/domain/designs/save.server";
import { NewDesign } from "~/domain/designs/schema";
import { TEMPLATE_LABELS, TEMPLATES } from "~/domain/designs/templates";
import { choicesOf } from "~/domain/shared/choices";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { SitePicker } from "~/routes/designer/shared/site-picker";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "equipment.write");
  return { constraint: getZodConstraint(NewDesign), formKey: ctx.newId() };
});

export const action = formAction(NewDesign, async ({ ctx, input, request }) => {
  const { id } = await createDesign(ctx, input);
  return redirectWithToast(request, paths.design(id), { tone: "success", text: "Design created." });
});

export default function NewDesignDialog() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const [site, setSite] = useState<string | null>(null);
  const actionForm = useActionForm<z.input<typeof NewDesign>>({
    id: "design",
    constraint,
    defaultValue: { template: "split_system" },
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      title="New design"
      actionForm={actionForm}
      labels={{ title: "Name", template: "Template", siteAddressId: "Property" }}
      formKey={formKey}
      submit="Create design"
    >
      <TextField field={fields.title} label="Name" placeholder="Second floor heat pump" />
      <SelectField field={fields.template} label="Template" choices={choicesOf(TEMPLATES, TEMPLATE_LABELS)} />
      <SitePicker
        shown=""
        value={site}
        name={fields.siteAddressId.name}
        onSelect={(chosen) => setSite(chosen?.id ?? null)}
      />
    </FormDialog>
  );
}
