import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { createInstitution } from "~/domain/finance/accounts/institutions.server";
import { Institution } from "~/domain/finance/accounts/schema";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { InstitutionDialog } from "./institution-dialog";

export const loader = memberLoader(({ ctx }) => ({ constraint: getZodConstraint(Institution), formKey: ctx.newId() }));

export const action = formAction(Institution, async ({ ctx, input, request }) => {
  const { id } = await createInstitution(ctx, input);
  const to = paths.chooseInstitution({ institution: id });
  return redirectWithToast(request, to, { tone: "success", text: "Institution added." });
});

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export default function NewInstitution() {
  return <InstitutionDialog institution={null} {...useLoaderData<typeof loader>()} />;
}

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
