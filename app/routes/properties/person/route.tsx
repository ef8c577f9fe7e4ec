import { getZodConstraint } from "@conform-to/zod/v4";
import { Link, useLoaderData, useLocation } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { allow } from "~/domain/shared/permissions";
import { findSitePerson, updateSitePerson } from "~/domain/sites/change.server";
import { SitePersonChange } from "~/domain/sites/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { PersonFields, personLabels } from "~/routes/properties/shared/person-fields";
import { useSite } from "~/routes/properties/shared/use-site";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params: { id = "", personId = "" } }) => {
  allow(ctx, "customers.write");
  return {
    person: await findSitePerson(ctx, id, personId),
    constraint: getZodConstraint(SitePersonChange),
    formKey: ctx.newId(),
  };
});

export const action = formAction(SitePersonChange, async ({ ctx, input, params, request }) => {
  const { id = "", personId = "" } = params;
  await updateSitePerson(ctx, { ref: id, personId }, input);
  return redirectWithToast(request, paths.property(id), { tone: "success", text: `${input.name} saved.` });
});

export default function EditPerson() {
  const { person, constraint, formKey } = useLoaderData<typeof loader>();
  const { number } = useSite();
  const { pathname } = useLocation();
  const actionForm = useActionForm<z.input<typeof SitePersonChange>>({
    id: "person",
    constraint,
    defaultValue: person,
  });
  return (
    <FormDialog
      title="Edit person"
      {...{ actionForm, formKey }}
      labels={personLabels}
      version={person.version}
      conflict={{ noun: "person", discardHref: pathname }}
      submit="Save person"
      aside={
        <Button asChild variant="ghost" className="text-bad sm:mr-auto">
          <Link to={paths.removePropertyPerson(number, person.id)} preventScrollReset replace>
            Remove
          </Link>
        </Button>
      }
    >
      <PersonFields fields={actionForm.fields} />
    </FormDialog>
  );
}
