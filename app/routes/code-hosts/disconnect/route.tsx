import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { disconnectHost, readConnection } from "~/domain/code-hosts/connection.server";
import { HOST_NAMES } from "~/domain/code-hosts/host";
import { Nothing } from "~/domain/shared/fields";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { hostOf } from "~/routes/code-hosts/host";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, url }) => {
  const { host, login } = await readConnection(ctx, hostOf(url.pathname));
  return { host, login, formKey: ctx.newId() };
});

export const action = formAction(Nothing, async ({ ctx, url, request }) => {
  const host = hostOf(url.pathname);
  await disconnectHost(ctx, host);
  const text = `${HOST_NAMES[host]} is disconnected.`;
  return redirectWithToast(request, paths.codeHost(host), { tone: "success", text });
});

export default function Disconnect() {
  const { host, login, formKey } = useLoaderData<typeof loader>();
  const name = HOST_NAMES[host];
  return (
    <ConfirmForm
      title={`Disconnect ${name}?`}
      confirm="Disconnect"
      confirmBusy="Disconnecting..."
      tone="destructive"
      formKey={formKey}
    >
      Plenum deletes the access token of {login}. Your choice of repositories is saved for when you connect again.
      Revoke the token on {name} as well if nothing else uses it.
    </ConfirmForm>
  );
}
