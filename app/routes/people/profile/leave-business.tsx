import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { ConfirmWithPassword } from "~/components/forms/confirm-with-password";
import { LeaveBusiness } from "~/domain/auth/schema";
import { leaveBusiness } from "~/domain/people/leave-business.server";
import { allowMember, allowPerson } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { clientInfo } from "~/http/sign-in.server";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = memberLoader(({ ctx }) => {
  const { orgName } = allowMember(ctx);
  return { business: orgName, email: allowPerson(ctx).email, constraint: getZodConstraint(LeaveBusiness) };
});

export const action = formAction(LeaveBusiness, async ({ ctx, input, request }) => {
  const { orgName } = allowMember(ctx);
  await leaveBusiness(ctx, input, clientInfo(request, ctx));
  return redirectWithToast(request, paths.profile(), { tone: "success", text: `You left ${orgName}.` });
});

export default function LeaveBusinessDialog() {
  const { business, email, constraint } = useLoaderData<typeof loader>();
  return (
    <ConfirmWithPassword
      title={`Leave ${business}`}
      word="LEAVE"
      confirm="Leave business"
      email={email}
      constraint={constraint}
    >
      <p>You lose access to {business} at once, and no one there can turn it on again.</p>
      <p>Your jobs, notes and signatures stay in its records under your name. Your own household stays with you.</p>
    </ConfirmWithPassword>
  );
}
