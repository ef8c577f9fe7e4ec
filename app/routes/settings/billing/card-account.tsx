import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { ReauthenticationFields } from "~/components/forms/reauthentication-fields";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { reauthenticate, reauthenticationState } from "~/domain/auth/reauthentication.server";
import { ProofFields } from "~/domain/auth/second-step/schema";
import {
  connectCardAccount,
  findCardAccount,
  testCardAccount,
  webhookUrl,
} from "~/domain/invoices/card-account/account.server";
import { WEBHOOK_EVENTS } from "~/domain/invoices/card-account/events";
import { CardAccountKeys } from "~/domain/invoices/card-account/schema";
import { Nothing } from "~/domain/shared/fields";
import { allow } from "~/domain/shared/permissions";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { clientInfo } from "~/http/sign-in.server";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

const Input = CardAccountKeys.extend(ProofFields);

export const loader = pageLoader(async ({ ctx }) => {
  const { orgId } = allow(ctx, "system.admin");
  const [account, proof] = await Promise.all([findCardAccount(ctx), reauthenticationState(ctx)]);
  const constraint = getZodConstraint(Input);
  return { account, proof, webhookUrl: webhookUrl(ctx, orgId), constraint, formKey: ctx.newId() };
});

export const action = formActions({
  connect: formCase(Input, async ({ ctx, input: { currentPassword, passkey, ...input }, request }) => {
    await reauthenticate(ctx, { currentPassword, passkey }, clientInfo(request, ctx));
    const { accountName, accountId } = await connectCardAccount(ctx, input);
    const text = `${accountName ?? accountId} is connected. Customers can pay by card now.`;
    return redirectWithToast(request, paths.billingSettings(), { tone: "success", text });
  }),
  test: formCase(Nothing, async ({ ctx, request }) => {
    const { ok, message } = await testCardAccount(ctx);
    return redirectWithToast(request, paths.billingSettings(), { tone: ok ? "success" : "error", text: message });
  }),
});

const labels = { secretKey: "Secret key", webhookSecret: "Signing secret" };

export default function CardAccountDialog() {
  const { account, proof, webhookUrl: address, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof Input>>({ id: "card-account", constraint });
  const { fields } = actionForm;
  return (
    <FormDialog
      title={account ? "Stripe account" : "Connect Stripe"}
      description={
        account
          ? `${account.accountName ?? account.accountId}, key ${account.keyHint}. Enter new keys from the same account to replace them.`
          : "Your customers' payments go straight into your own Stripe account."
      }
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      intent="connect"
      submit={account ? "Replace keys" : "Connect"}
    >
      <ol className="flex list-decimal flex-col gap-4 pl-5">
        <li>
          In Stripe, under Developers, API keys: copy the secret key, or a restricted key that may write checkout
          sessions and refunds and read the account, payments and disputes.
          <div className="mt-2">
            <TextField
              field={fields.secretKey}
              label={labels.secretKey}
              type="password"
              autoComplete="off"
              spellCheck={false}
              description="It is stored encrypted and never shown again."
            />
          </div>
        </li>
        <li>
          Under Developers, Webhooks: add an endpoint with this address and these events, then copy its signing secret.
          <p className="mt-2">
            <code className="break-all">{address}</code>
          </p>
          <details className="mt-1">
            <summary className="w-fit cursor-pointer text-link touch:py-3">{WEBHOOK_EVENTS.length} events</summary>
            <ul className="mt-1 text-sm">
              {WEBHOOK_EVENTS.map((event) => (
                <li key={event}>
                  <code className="break-all">{event}</code>
                </li>
              ))}
            </ul>
          </details>
          <div className="mt-2">
            <TextField
              field={fields.webhookSecret}
              label={labels.webhookSecret}
              type="password"
              autoComplete="off"
              spellCheck={false}
            />
          </div>
        </li>
      </ol>
      <ReauthenticationFields
        field={fields.currentPassword}
        proof={proof}
        isRefused={actionForm.details?.reauthenticationRequired === true}
      />
    </FormDialog>
  );
}
