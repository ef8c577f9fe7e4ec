import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { useActionForm } from "~/components/forms/use-action-form";
import { allow } from "~/domain/shared/permissions";
import { addSitePerson } from "~/domain/sites/change.server";
import { NewSitePerson } from "~/domain/sites/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { PersonFields, personLabels } from "~/routes/properties/shared/person-fields";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "customers.write");
  return { constraint: getZodConstraint(NewSitePerson), formKey: ctx.newId() };
});

export const action = formAction(NewSitePerson, async ({ ctx, input, params: { id = "" }, request }) => {
  await addSitePerson(ctx, id, input);
  return redirectWithToast(request, paths.property(id), { tone: "success", text: `${input.name} added.` });
});

export default function NewPerson() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof NewSitePerson>>({
    id: "person",
    constraint,
    defaultValue: { role: "contact" },
  });
  return (
    <FormDialog title="Add person" {...{ actionForm, formKey }} labels={personLabels} submit="Add person">
      <PersonFields fields={actionForm.fields} />
    </FormDialog>
  );
}
