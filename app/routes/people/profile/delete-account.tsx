import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { ConfirmWithPassword } from "~/components/forms/confirm-with-password";
import { TextLink } from "~/components/text-link";
import { GRACE_DAYS } from "~/domain/account-deletion/account-deletion";
import { requestDeletion } from "~/domain/account-deletion/request.server";
import { DeleteAccount } from "~/domain/auth/schema";
import { allowPerson } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { clientInfo } from "~/http/sign-in.server";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = memberLoader(({ ctx }) => ({
  email: allowPerson(ctx).email,
  constraint: getZodConstraint(DeleteAccount),
}));

export const action = formAction(DeleteAccount, async ({ ctx, input, request }) => {
  await requestDeletion(ctx, input, clientInfo(request, ctx));
  const text = `Your account will be deleted in ${GRACE_DAYS} days. Until then you can keep it.`;
  return redirectWithToast(request, paths.profile(), { tone: "success", text });
});

export default function DeleteAccountDialog() {
  const { email, constraint } = useLoaderData<typeof loader>();
  return (
    <ConfirmWithPassword
      title="Delete account"
      word="DELETE"
      confirm="Delete account"
      email={email}
      constraint={constraint}
    >
      <p>
        In {GRACE_DAYS} days your plan, accounts, transactions, imports and bank connections are deleted, and your
        account with them. Until then you can sign in and keep it. Afterward it cannot be undone.
      </p>
      <p>
        <TextLink to={paths.householdExport()}>Export everything</TextLink> first to keep a copy.
      </p>
    </ConfirmWithPassword>
  );
}
