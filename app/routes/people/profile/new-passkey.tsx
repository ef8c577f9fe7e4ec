import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, useLoaderData, useSubmit } from "@remix-run/react";
import { useState } from "react";
import type { z } from "zod";
import { FormSummary } from "~/components/forms/form-summary";
import { PasswordField } from "~/components/forms/password-field";
import { TextField } from "~/components/forms/text-field";
import { type FormConstraint, useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "~/components/ui/dialog";
import { deviceName } from "~/domain/auth/device";
import { addPasskey, beginPasskey } from "~/domain/auth/passkeys/change.server";
import type { PasskeyCreation, PasskeyPrompt } from "~/domain/auth/passkeys/passkey";
import { NewPasskeyForm, PasskeyStartForm } from "~/domain/auth/passkeys/schema";
import { askForOwnPasskey } from "~/domain/auth/second-step/accept-second-step.server";
import { ownSecondStep } from "~/domain/auth/second-step/change.server";
import { allowPerson } from "~/domain/shared/permissions";
import { formActions, formCase } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { clientInfo } from "~/http/sign-in.server";
import { redirectWithToast } from "~/http/toast.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";
import { CodeOrPasskey } from "./code-or-passkey";
import { RecoveryCodes } from "./recovery-codes";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = memberLoader(async ({ ctx }) => {
  const { email, secondStepFor } = allowPerson(ctx);
  const [{ since, takesCodes }, prompt] = await Promise.all([ownSecondStep(ctx), askForOwnPasskey(ctx)]);
  return {
    ...{ email, secondStepFor, prompt, isOn: since !== null, onlyRecoveryCodes: !takesCodes },
    name: deviceName(ctx.request.userAgent),
    constraint: getZodConstraint(PasskeyStartForm),
  };
});

interface Setup {
  name: string;
  options: PasskeyCreation;
  token: string;
}

export const action = formActions({
  begin: formCase(PasskeyStartForm, async ({ ctx, input, request }) => {
    const prompt = await beginPasskey(ctx, input, clientInfo(request, ctx));
    return { setup: { ...prompt, name: input.name } satisfies Setup };
  }),
  add: formCase(NewPasskeyForm, async ({ ctx, input, request }) => {
    const { recoveryCodes } = await addPasskey(ctx, input);
    if (recoveryCodes) return { recoveryCodes };
    return redirectWithToast(request, paths.profile(), { tone: "success", text: "Passkey added." });
  }),
});

interface Answer {
  setup?: Setup;
  recoveryCodes?: string[];
}

export default function NewPasskey() {
  const start = useLoaderData<typeof loader>();
  const close = useCloseDialog();
  const answer = useActionAnswer<Answer>();
  // The response to a refusal contains only errors; the current step remains on the screen.
  const [held, setHeld] = useState<Setup>();
  const setup = answer?.setup ?? held;
  if (answer?.setup && answer.setup !== held) setHeld(answer.setup);
  if (answer?.recoveryCodes) {
    return (
      <Dialog open onOpenChange={close}>
        <DialogContent>
          <DialogHeader>
            <DialogTitle>Passkey added</DialogTitle>
          </DialogHeader>
          <DialogBody className="flex flex-col gap-4">
            <p>Signing in now takes a passkey, or your password and a passkey. Your password alone is not enough.</p>
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
    <Dialog open onOpenChange={close}>
      <DialogContent size="small">
        <DialogHeader>
          <DialogTitle>Add a passkey</DialogTitle>
        </DialogHeader>
        {setup ? <MakeStep setup={setup} onCancel={close} /> : <StartStep {...start} onCancel={close} />}
      </DialogContent>
    </Dialog>
  );
}

type StartStepProps = {
  email: string;
  /** The business that requires a second step. */
  secondStepFor: string | null;
  /** Whether two-step verification is on, so that a second one takes a proof by the first. */
  isOn: boolean;
  prompt: PasskeyPrompt | null;
  onlyRecoveryCodes: boolean;
  name: string;
  constraint: FormConstraint<z.input<typeof PasskeyStartForm>>;
  onCancel: () => void;
};

function StartStep(props: StartStepProps) {
  const { email, secondStepFor, isOn, prompt, onlyRecoveryCodes, name, constraint, onCancel } = props;
  const { form, fields, isSaving, sessionEnded } = useActionForm<z.input<typeof PasskeyStartForm>>({
    ...{ id: "passkey-start", intent: "begin", constraint, defaultValue: { name } },
  });
  return (
    <Form method="post" id={form.id} className="contents">
      <DialogBody className="flex flex-col gap-4">
        <FormSummary form={form} labels={{ name: "Name", currentPassword: "Current password", code: "Code" }} />
        {secondStepFor && (
          <p>{secondStepFor} requires two-step verification for Admins. A passkey counts as the second step.</p>
        )}
        <p className="text-muted-foreground">
          Your device or password manager stores it. You sign in with your finger, your face or a PIN.
        </p>
        <input type="hidden" name="intent" value="begin" />
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <TextField field={fields.name} label="Name" description="So you can tell your passkeys apart." />
        <PasswordField field={fields.currentPassword} label="Current password" autoComplete="current-password" />
        {isOn && <CodeOrPasskey field={fields.code} {...{ prompt, onlyRecoveryCodes }} />}
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="default" loading={isSaving}>
          Continue
        </Button>
      </DialogFooter>
      {sessionEnded}
    </Form>
  );
}

function MakeStep({ setup: { name, options, token }, onCancel }: { setup: Setup; onCancel: () => void }) {
  const { form, isSaving, sessionEnded } = useActionForm<Record<string, string>>({
    ...{ id: "passkey-make", intent: "add", constraint: undefined },
  });
  const submit = useSubmit();
  const [problem, setProblem] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const make = async () => {
    setOpen(true);
    setProblem(null);
    const { makePasskey, passkeyProblem } = await import("~/lib/passkeys");
    try {
      const response = JSON.stringify(await makePasskey(options));
      submit({ intent: "add", name, token, response }, { method: "post" });
    } catch (error) {
      setProblem(passkeyProblem(error));
    }
    setOpen(false);
  };
  return (
    <>
      <DialogBody className="flex flex-col gap-4">
        {problem ? (
          <p role="alert" className="text-bad">
            {problem}
          </p>
        ) : (
          <FormSummary form={form} labels={{ name: "Name" }} />
        )}
        <p>Your browser will ask where to save “{name}” and have you confirm that it’s you.</p>
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="default" loading={isOpen || isSaving} onClick={() => void make()}>
          Create passkey
        </Button>
      </DialogFooter>
      {sessionEnded}
    </>
  );
}
