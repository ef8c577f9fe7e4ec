import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { ReauthenticationFields } from "~/components/forms/reauthentication-fields";
import { useActionForm } from "~/components/forms/use-action-form";
import { endOtherSessions, endOwnSession, ownSessions } from "~/domain/auth/profile.server";
import { reauthenticate, reauthenticationState } from "~/domain/auth/reauthentication.server";
import { ProofFields } from "~/domain/auth/second-step/schema";
import { notFound } from "~/domain/shared/errors";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { clientInfo } from "~/http/sign-in.server";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

/** Used instead of a session's id: all sessions except this one. */
const OTHERS = "others";

export const loader = memberLoader(async ({ ctx, params }) => {
  const [sessions, proof] = await Promise.all([ownSessions(ctx), reauthenticationState(ctx)]);
  const others = sessions.filter(({ current }) => !current);
  const ended = params.id === OTHERS ? others : others.filter(({ id }) => id === params.id);
  if (ended.length === 0) throw notFound("Session not found");
  return {
    isAll: params.id === OTHERS,
    count: ended.length,
    device: ended[0]?.device ?? "",
    proof,
    formKey: ctx.newId(),
  };
});

export const action = formAction(z.object(ProofFields), async ({ ctx, input, params, request }) => {
  await reauthenticate(ctx, input, clientInfo(request, ctx));
  return redirectWithToast(request, paths.profile(), { tone: "success", text: await end() });

  async function end(): Promise<string> {
    if (params.id !== OTHERS) {
      await endOwnSession(ctx, params.id ?? "");
      return "That session is signed out.";
    }
    const ended = await endOtherSessions(ctx);
    return ended === 1 ? "One other session is signed out." : `${ended} other sessions are signed out.`;
  }
});

export default function EndSession() {
  const { isAll, count, device, proof, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<{ currentPassword?: string }>({ id: "end-session", constraint: undefined });
  const many = count === 1 ? "the other session" : `${count} other sessions`;
  return (
    <FormDialog
      size="small"
      title={isAll ? `Sign out ${many}?` : `Sign out ${device}?`}
      {...{ actionForm, formKey }}
      submit="Sign out"
    >
      <p className="text-muted-foreground">
        {isAll ? "Every other browser and app" : "It"} will have to sign in again. Anything saved offline stays on the
        device.
      </p>
      <ReauthenticationFields
        field={actionForm.fields.currentPassword}
        proof={proof}
        isRefused={actionForm.details?.reauthenticationRequired === true}
      />
    </FormDialog>
  );
}
