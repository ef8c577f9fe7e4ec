import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { FormDialog } from "~/components/forms/form-dialog";
import { useActionForm } from "~/components/forms/use-action-form";
import { HOST_NAMES } from "~/domain/code-hosts/host";
import { finishAuthorization } from "~/domain/code-hosts/oauth.server";
import { AuthorizationAnswer } from "~/domain/code-hosts/schema";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { hostOf } from "~/routes/code-hosts/host";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, url, request }) => {
  allow(ctx, "system.admin");
  const host = hostOf(url.pathname);
  const answer = AuthorizationAnswer.safeParse(Object.fromEntries(url.searchParams));
  if (!answer.success) {
    const text = `${HOST_NAMES[host]} was not connected: you did not allow it there.`;
    throw redirectWithToast(request, paths.codeHost(host), { tone: "error", text });
  }
  return { host, ...answer.data, constraint: getZodConstraint(AuthorizationAnswer), formKey: ctx.newId() };
});

export const action = formAction(AuthorizationAnswer, async ({ ctx, input, url, request }) => {
  const host = hostOf(url.pathname);
  const { login } = await finishAuthorization(ctx, host, input);
  const text = `${HOST_NAMES[host]} is connected as ${login}. Now choose the repositories to work with.`;
  return redirectWithToast(request, paths.codeHost(host), { tone: "success", text });
});

/** Shown after returning from the host: nothing is changed until the button is clicked. */
export default function FinishConnecting() {
  const { host, code, state, constraint, formKey } = useLoaderData<typeof loader>();
  const name = HOST_NAMES[host];
  const actionForm = useActionForm<AuthorizationAnswer>({ id: "finish", constraint, noun: "connection" });
  return (
    <FormDialog
      title={`Finish connecting ${name}`}
      description={`You allowed it on ${name}. Plenum may now read and change issues of repositories that you choose next, and add webhooks to them.`}
      size="small"
      actionForm={actionForm}
      formKey={formKey}
      submit={`Connect ${name}`}
    >
      <input type="hidden" name="code" value={code} />
      <input type="hidden" name="state" value={state} />
    </FormDialog>
  );
}
