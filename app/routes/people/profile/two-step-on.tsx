import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import type { z } from "zod";
import { FormSummary } from "~/components/forms/form-summary";
import { PasswordField } from "~/components/forms/password-field";
import { TextField } from "~/components/forms/text-field";
import { type FormConstraint, useActionForm } from "~/components/forms/use-action-form";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "~/components/ui/dialog";
import type { PasskeyPrompt } from "~/domain/auth/passkeys/passkey";
import { Code } from "~/domain/auth/schema";
import { askForOwnPasskey } from "~/domain/auth/second-step/accept-second-step.server";
import { beginSecondStep, ownSecondStep, turnOnSecondStep } from "~/domain/auth/second-step/change.server";
import { SecondStepChangeForm } from "~/domain/auth/second-step/schema";
import { pathOf } from "~/domain/shared/dark-modules";
import { allowPerson } from "~/domain/shared/permissions";
import { formActions, formCase } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { clientInfo } from "~/http/sign-in.server";
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
    ...{ email, secondStepFor, takesCodes, prompt, isOn: since !== null },
    startConstraint: getZodConstraint(SecondStepChangeForm),
    codeConstraint: getZodConstraint(Code),
  };
});

interface Setup {
  secret: string;
  qr: { path: string; size: number };
}

export const action = formActions({
  begin: formCase(SecondStepChangeForm, async ({ ctx, input, request }) => {
    const { secret, uri } = await beginSecondStep(ctx, input, clientInfo(request, ctx));
    const { encode } = await import("uqr");
    const { data, size } = encode(uri, { border: 0, ecc: "M" });
    return { setup: { secret, qr: { path: pathOf(data), size } } satisfies Setup };
  }),
  confirm: formCase(Code, async ({ ctx, input }) => turnOnSecondStep(ctx, input.code)),
});

interface Answer {
  setup?: Setup;
  recoveryCodes?: string[];
}

export default function TurnOnTwoStep() {
  const { takesCodes, startConstraint, codeConstraint, ...start } = useLoaderData<typeof loader>();
  const close = useCloseDialog();
  const answer = useActionAnswer<Answer>();
  // The response to a wrong code contains only errors; the QR code remains on the screen.
  const [held, setHeld] = useState<Setup>();
  const setup = answer?.setup ?? held;
  if (answer?.setup && answer.setup !== held) setHeld(answer.setup);
  if (answer?.recoveryCodes) {
    return (
      <Dialog open onOpenChange={close}>
        <DialogContent>
          <DialogHeader>
            <DialogTitle>Two-step verification is on</DialogTitle>
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
    <Dialog open onOpenChange={close}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Set up an authenticator app</DialogTitle>
        </DialogHeader>
        {takesCodes ? (
          <DialogBody>Your authenticator app is set up already.</DialogBody>
        ) : setup ? (
          <ConfirmStep setup={setup} constraint={codeConstraint} onCancel={close} />
        ) : (
          <StartStep {...start} constraint={startConstraint} onCancel={close} />
        )}
      </DialogContent>
    </Dialog>
  );
}

type StartStepProps = {
  email: string;
  /** The business that requires it. */
  secondStepFor: string | null;
  /** Whether two-step verification is on with passkeys, so that an app takes a proof by one of them. */
  isOn: boolean;
  prompt: PasskeyPrompt | null;
  constraint: FormConstraint<z.input<typeof SecondStepChangeForm>>;
  onCancel: () => void;
};

function StartStep({ email, secondStepFor, isOn, prompt, constraint, onCancel }: StartStepProps) {
  const { form, fields, isSaving, sessionEnded } = useActionForm<z.input<typeof SecondStepChangeForm>>({
    ...{ id: "two-step-password", intent: "begin", constraint },
  });
  return (
    <Form method="post" id={form.id} className="contents">
      <DialogBody className="flex flex-col gap-4">
        <FormSummary form={form} labels={{ currentPassword: "Current password", code: "Code" }} />
        {secondStepFor && (
          <p>{secondStepFor} requires this for Admins. Until it is on, you can open only your own pages.</p>
        )}
        <p className="text-muted-foreground">
          Signing in then takes your password and a code from an authenticator app on your phone, such as Google
          Authenticator, Microsoft Authenticator, 1Password or Apple Passwords. A{" "}
          <TextLink to={paths.newPasskey()}>passkey</TextLink> does the same with a finger or your face.
        </p>
        <input type="hidden" name="intent" value="begin" />
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordField field={fields.currentPassword} label="Current password" autoComplete="current-password" />
        {isOn && <CodeOrPasskey field={fields.code} prompt={prompt} onlyRecoveryCodes />}
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

type ConfirmStepProps = {
  setup: Setup;
  constraint: FormConstraint<z.input<typeof Code>>;
  onCancel: () => void;
};

function ConfirmStep({ setup: { secret, qr }, constraint, onCancel }: ConfirmStepProps) {
  const { form, fields, isSaving, sessionEnded } = useActionForm<z.input<typeof Code>>({
    ...{ id: "two-step-code", intent: "confirm", constraint },
  });
  return (
    <Form method="post" id={form.id} className="contents">
      <DialogBody className="flex flex-col gap-4">
        {!fields.code.errors && <FormSummary form={form} labels={{ code: "Code" }} />}
        <div className="flex flex-col items-center gap-5 sm:flex-row sm:items-start">
          <svg
            role="img"
            aria-label="QR code for the authenticator app"
            viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`}
            className="size-48 shrink-0 rounded-md"
          >
            {/* Cameras need dark on light, in either theme. */}
            <rect x="-4" y="-4" width={qr.size + 8} height={qr.size + 8} fill="white" />
            <path d={qr.path} fill="black" />
          </svg>
          <div className="flex min-w-0 flex-col gap-3">
            <p>Scan this with your authenticator app. On the same phone, or without a camera, enter this key:</p>
            <p className="select-all rounded-md bg-muted p-2 font-mono text-sm">{secret.match(/.{4}/g)?.join(" ")}</p>
          </div>
        </div>
        <input type="hidden" name="intent" value="confirm" />
        <TextField
          field={fields.code}
          label="Code"
          description="The six digits the app shows now."
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
        />
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="default" loading={isSaving}>
          Turn on
        </Button>
      </DialogFooter>
      {sessionEnded}
    </Form>
  );
}
