import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { SecondStepChange } from "~/domain/auth/schema";
import { turnOffSecondStep } from "~/domain/auth/second-step/change.server";
import { allowPerson } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { clientInfo } from "~/http/sign-in.server";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { PasswordAndCode } from "./password-and-code";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = memberLoader(({ ctx }) => ({
  email: allowPerson(ctx).email,
  constraint: getZodConstraint(SecondStepChange),
}));

export const action = formAction(SecondStepChange, async ({ ctx, input, request }) => {
  await turnOffSecondStep(ctx, input, clientInfo(request, ctx));
  return redirectWithToast(request, paths.profile(), { tone: "success", text: "Two-step verification is off." });
});

export default function TurnOffTwoStep() {
  const { email, constraint } = useLoaderData<typeof loader>();
  return (
    <PasswordAndCode
      title="Turn off two-step verification"
      confirm="Turn off"
      tone="destructive"
      {...{ email, constraint }}
    >
      Whoever knows your password can sign in then. Your recovery codes stop working.
    </PasswordAndCode>
  );
}
