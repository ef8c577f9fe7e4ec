import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { askForOwnPasskey } from "~/domain/auth/second-step/accept-second-step.server";
import { turnOffSecondStep } from "~/domain/auth/second-step/change.server";
import { SecondStepChangeForm } from "~/domain/auth/second-step/schema";
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

export const loader = memberLoader(async ({ ctx }) => ({
  email: allowPerson(ctx).email,
  prompt: await askForOwnPasskey(ctx),
  constraint: getZodConstraint(SecondStepChangeForm),
}));

export const action = formAction(SecondStepChangeForm, async ({ ctx, input, request }) => {
  const { staysOn } = await turnOffSecondStep(ctx, input, clientInfo(request, ctx));
  const text = staysOn ? "Your authenticator app is off. Your passkeys still work." : "Two-step verification is off.";
  return redirectWithToast(request, paths.profile(), { tone: "success", text });
});

export default function TurnOffTwoStep() {
  const { email, prompt, constraint } = useLoaderData<typeof loader>();
  return (
    <PasswordAndCode
      title={prompt ? "Turn off the authenticator app" : "Turn off two-step verification"}
      confirm="Turn off"
      tone="destructive"
      {...{ email, prompt, constraint }}
    >
      {prompt
        ? "You can't sign in with its codes anymore. Passkeys and recovery codes still work."
        : "Anyone who knows your password can then sign in. Your recovery codes stop working."}
    </PasswordAndCode>
  );
}
