import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "~/components/ui/dialog";
import { askForOwnPasskey } from "~/domain/auth/second-step/accept-second-step.server";
import { ownSecondStep, renewRecoveryCodes } from "~/domain/auth/second-step/change.server";
import { SecondStepChangeForm } from "~/domain/auth/second-step/schema";
import { allowPerson } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { clientInfo } from "~/http/sign-in.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { PasswordAndCode } from "./password-and-code";
import { RecoveryCodes } from "./recovery-codes";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = memberLoader(async ({ ctx }) => {
  const { email } = allowPerson(ctx);
  const [{ takesCodes }, prompt] = await Promise.all([ownSecondStep(ctx), askForOwnPasskey(ctx)]);
  return { email, prompt, onlyRecoveryCodes: !takesCodes, constraint: getZodConstraint(SecondStepChangeForm) };
});

export const action = formAction(SecondStepChangeForm, ({ ctx, input, request }) =>
  renewRecoveryCodes(ctx, input, clientInfo(request, ctx)),
);

export default function NewRecoveryCodes() {
  const { email, prompt, onlyRecoveryCodes, constraint } = useLoaderData<typeof loader>();
  const close = useCloseDialog();
  const answer = useActionAnswer<typeof action>();
  if (answer && "recoveryCodes" in answer) {
    return (
      <Dialog open onOpenChange={close}>
        <DialogContent>
          <DialogHeader>
            <DialogTitle>New recovery codes</DialogTitle>
          </DialogHeader>
          <DialogBody>
            <RecoveryCodes codes={answer.recoveryCodes} />
          </DialogBody>
          <DialogFooter>
            <Button variant="default" onClick={close}>
              Done
            </Button>
          </DialogFooter>
        </DialogContent>
      </Dialog>
    );
  }
  return (
    <PasswordAndCode
      title="Generate new recovery codes"
      confirm="Generate codes"
      tone="default"
      {...{ email, prompt, onlyRecoveryCodes, constraint }}
    >
      Your current codes stop working.
    </PasswordAndCode>
  );
}
