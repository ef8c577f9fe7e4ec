import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { institution, updateInstitution } from "~/domain/finance/accounts/institutions.server";
import { Institution } from "~/domain/finance/accounts/schema";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { InstitutionDialog } from "./institution-dialog";

export const loader = memberLoader(async ({ ctx, params }) => ({
  institution: await institution(ctx, Number(params.institutionId)),
  constraint: getZodConstraint(Institution),
  formKey: ctx.newId(),
}));

export const action = formAction(Institution, async ({ ctx, input, params, request }) => {
  // Unchecked checkboxes are not submitted.
  const isActive = input.isActive ?? false;
  const { id } = await updateInstitution(ctx, Number(params.institutionId), { ...input, isActive });
  const to = paths.chooseInstitution({ institution: isActive ? id : null });
  return redirectWithToast(request, to, { tone: "success", text: "Institution saved." });
});

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export default function EditInstitution() {
  const data = useLoaderData<typeof loader>();
  return <InstitutionDialog key={data.institution.id} {...data} />;
}

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
