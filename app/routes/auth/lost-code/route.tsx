import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import type { ShellHandle } from "~/components/app-shell/handle";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { readChallenge } from "~/domain/auth/cookies";
import { LINK_MINUTES } from "~/domain/auth/mailed-link";
import { REMOVAL_DAYS, requestRemoval } from "~/domain/auth/second-step/lost.server";
import { isChallengeLive } from "~/domain/auth/second-step/sign-in-step.server";
import { Nothing } from "~/domain/shared/fields";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { useActionAnswer } from "~/lib/use-action-answer";
import { Entrance } from "~/routes/auth/shared/entrance";
import { Notice } from "~/routes/auth/shared/notice";
import { shellPaths } from "~/shell-paths";

export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const meta: MetaFunction = () => [{ title: "No code · Plenum" }];
export const handle: ShellHandle = { frame: "canvas" };

export const loader = pageLoader(async ({ ctx, request }) => {
  if (!(await isChallengeLive(ctx, readChallenge(request)))) throw redirect(shellPaths.login());
  return { days: REMOVAL_DAYS };
});

export const action = formAction(Nothing, async ({ ctx, request }) => {
  await requestRemoval(ctx, readChallenge(request));
  return { isSent: true };
});

export default function LostCode() {
  const { days } = useLoaderData<typeof loader>();
  const answer = useActionAnswer<typeof action>();
  const busy = useNavigation().formAction?.startsWith(shellPaths.lostCode()) ?? false;
  if (answer && "isSent" in answer)
    return (
      <Entrance title="Check your email" lead={`We sent you a link. It expires in ${LINK_MINUTES} minutes.`}>
        <TextLink to={shellPaths.loginCode()}>Back to the code</TextLink>
      </Entrance>
    );
  const refused = Object.values(answer?.lastResult.error ?? {}).flatMap((texts) => texts ?? []);
  return (
    <Entrance
      title="No phone and no recovery code?"
      lead={`We email you a link that turns off two-step verification ${days} days later. That leaves you time to stop it if it wasn’t you.`}
      aside={<TextLink to={shellPaths.loginCode()}>Back to the code</TextLink>}
    >
      <Form method="post" className="flex flex-col gap-4">
        {refused.length > 0 && <Notice tone="bad">{refused.join(" ")}</Notice>}
        <Button type="submit" variant="default" size="lg" loading={busy}>
          Email me the link
        </Button>
      </Form>
    </Entrance>
  );
}
