import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { useActionForm } from "~/components/forms/use-action-form";
import { connectHost, readConnection } from "~/domain/code-hosts/connection.server";
import { HOST_NAMES } from "~/domain/code-hosts/host";
import { GithubToken } from "~/domain/code-hosts/schema";
import { simulatedTokens } from "~/domain/code-hosts/simulated";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { hostOf } from "~/routes/code-hosts/host";
import { TokenFields, tokenLabels } from "~/routes/code-hosts/token-fields";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, url }) => {
  const host = hostOf(url.pathname);
  const { login, baseUrl } = await readConnection(ctx, host);
  return {
    ...{ host, login, baseUrl, constraint: getZodConstraint(GithubToken), formKey: ctx.newId() },
    samples: ctx.providers.codeHosts.kind === "simulated" ? simulatedTokens(host, login) : [],
  };
});

export const action = formAction(GithubToken, async ({ ctx, input, url, request }) => {
  const host = hostOf(url.pathname);
  const { baseUrl } = await readConnection(ctx, host);
  await connectHost(ctx, host, { ...input, baseUrl });
  return redirectWithToast(request, paths.codeHost(host), { tone: "success", text: "Access token replaced." });
});

export default function ReplaceToken() {
  const { host, login, baseUrl, samples, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof GithubToken>>({ id: "replace-token", constraint, defaultValue: {} });
  return (
    <FormDialog
      title="Replace access token"
      description={`Enter a new token from ${login} on ${HOST_NAMES[host]}. It is tested before it replaces the old one.`}
      actionForm={actionForm}
      labels={tokenLabels}
      formKey={formKey}
      submit="Replace token"
    >
      <TokenFields host={host} baseUrl={baseUrl} samples={samples} fields={{ token: actionForm.fields.token }} />
    </FormDialog>
  );
}
