import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import type { ShellHandle } from "~/components/app-shell/handle";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { SignedToken } from "~/domain/auth/schema";
import {
  REMOVAL_DAYS,
  removalLinkState,
  renewRemovalLink,
  scheduleRemoval,
} from "~/domain/auth/second-step/lost.server";
import { formatDateTime } from "~/domain/shared/time/date-format";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { useActionAnswer } from "~/lib/use-action-answer";
import { DeadLink } from "~/routes/auth/shared/dead-link";
import { Entrance } from "~/routes/auth/shared/entrance";
import { ExpiredLink, LinkRenewed } from "~/routes/auth/shared/expired-link";
import { Notice } from "~/routes/auth/shared/notice";
import { shellPaths } from "~/shell-paths";

export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const meta: MetaFunction = () => [{ title: "Turn off two-step verification · Plenum" }];
export const handle: ShellHandle = { frame: "canvas" };

export const loader = pageLoader(async ({ ctx, url }) => {
  const token = url.searchParams.get("token") ?? "";
  return { token, days: REMOVAL_DAYS, state: token === "" ? "dead" : await removalLinkState(ctx, token) };
});

export const action = formActions({
  remove: formCase(SignedToken, async ({ ctx, input }) => {
    const { dueAt, zone } = await scheduleRemoval(ctx, input.token);
    return { due: formatDateTime(Date.parse(dueAt), { zone, year: true, tag: true }) };
  }),
  renew: formCase(SignedToken, async ({ ctx, input }) => {
    await renewRemovalLink(ctx, input.token);
    return { isSent: true };
  }),
});

export default function TurnOffCode() {
  const { token, days, state } = useLoaderData<typeof loader>();
  const answer = useActionAnswer<typeof action>();
  const busy = useNavigation().formMethod === "POST";
  if (answer && "due" in answer)
    return (
      <Entrance
        title="Two-step verification will be turned off"
        lead={`From ${answer.due} on, your password is all you need to sign in. Signing in with a code before then keeps it on.`}
      >
        <TextLink to={shellPaths.login()}>Go to sign in</TextLink>
      </Entrance>
    );
  if (answer && "isSent" in answer) return <LinkRenewed />;
  const { "": problems, token: dead } = answer?.lastResult.error ?? {};
  const hasJustExpired = answer?.details?.isExpired === true;
  if (hasJustExpired || (state === "expired" && !dead))
    return <ExpiredLink token={token} problems={hasJustExpired ? [] : problems} />;
  if (state === "dead" || dead)
    return (
      <DeadLink>
        <TextLink to={shellPaths.login()}>Sign in</TextLink> with your password to get a new one.
      </DeadLink>
    );
  return (
    <Entrance
      title="Turn off two-step verification?"
      lead={`It is turned off in ${days} days. Until then, signing in with a code keeps it on.`}
    >
      {problems && <Notice tone="bad">{problems.join(" ")}</Notice>}
      <Form method="post">
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="token" value={token} />
        <Button type="submit" variant="default" size="lg" loading={busy} className="w-full">
          {`Turn off in ${days} days`}
        </Button>
      </Form>
    </Entrance>
  );
}
