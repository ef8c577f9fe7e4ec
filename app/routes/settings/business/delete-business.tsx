import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { ConfirmWithPassword } from "~/components/forms/confirm-with-password";
import { TextLink } from "~/components/text-link";
import { DeleteBusiness } from "~/domain/auth/schema";
import { BUSINESS_GRACE_DAYS } from "~/domain/business-deletion/business-deletion";
import { requestBusinessDeletion } from "~/domain/business-deletion/request.server";
import { allowAdmin, allowPerson } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { clientInfo } from "~/http/sign-in.server";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => ({
  orgName: allowAdmin(ctx).orgName,
  email: allowPerson(ctx).email,
  constraint: getZodConstraint(DeleteBusiness),
}));

export const action = formAction(DeleteBusiness, async ({ ctx, input, request }) => {
  await requestBusinessDeletion(ctx, input, clientInfo(request, ctx));
  const text = `The business will be deleted in ${BUSINESS_GRACE_DAYS} days. Until then an Admin can keep it.`;
  return redirectWithToast(request, paths.settings(), { tone: "success", text });
});

export default function DeleteBusinessDialog() {
  const { orgName, email, constraint } = useLoaderData<typeof loader>();
  return (
    <ConfirmWithPassword
      title={`Delete ${orgName}`}
      word={orgName}
      confirm="Delete business"
      email={email}
      constraint={constraint}
    >
      <p>
        In {BUSINESS_GRACE_DAYS} days every record of {orgName} is deleted for all of its users: customers, work orders,
        photos, stock and the audit log. Everyone gets an email now. Until then an Admin can keep it. Afterward it
        cannot be undone. Your users keep their accounts and households.
      </p>
      <p>
        <TextLink to={paths.businessExport()}>Export everything</TextLink> first to keep a copy.
      </p>
    </ConfirmWithPassword>
  );
}
