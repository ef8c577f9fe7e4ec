import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useSearchParams } from "@remix-run/react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { PageHeader } from "~/components/page-header";
import { StatusBadge } from "~/components/status-badge";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { CircleCheck, UserPlus } from "~/components/ui/icons";
import { cancelInvitation, resendInvitation } from "~/domain/people/invitations.server";
import { listMembers } from "~/domain/people/list-members.server";
import { MembersFilter } from "~/domain/people/schema";
import { readSecondStepRule } from "~/domain/people/second-step-rule.server";
import { RecordId } from "~/domain/shared/fields";
import { formatRelative } from "~/domain/shared/time/date-format";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { paths } from "~/paths";
import { Invitations } from "./invitations";
import { MembersTable } from "./members-table";

export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const meta: MetaFunction = () => [{ title: "Users · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  const { edit, invite, ...query } = Object.fromEntries(url.searchParams);
  // Older links had the dialogs in the query.
  if (edit) throw redirect(paths.user(edit, query));
  if (invite) throw redirect(paths.inviteUser(query));
  const filter = MembersFilter.parse(query);
  const [list, secondStepRule] = await Promise.all([listMembers(ctx, filter), readSecondStepRule(ctx)]);
  // Formatted here, so that the screen does not need the formatting code.
  const ago = (instant: string) => formatRelative(Date.parse(instant), ctx.now.getTime());
  const items = list.items.map((each) => ({ ...each, lastSeen: each.lastSeenAt && ago(each.lastSeenAt) }));
  const invitations = list.invitations.map((each) => ({ ...each, sent: ago(each.sentAt) }));
  return { ...list, items, invitations, filter, secondStepRule };
});

export const action = formActions({
  resend: formCase(RecordId, async ({ ctx, input, request, url }) => {
    await resendInvitation(ctx, input.id);
    return backToList(request, url, "Invitation resent.");
  }),
  cancel: formCase(RecordId, async ({ ctx, input, request, url }) => {
    await cancelInvitation(ctx, input.id);
    return backToList(request, url, "Invitation canceled.");
  }),
});

function backToList(request: Request, url: URL, text: string): Response {
  const list = paths.users(Object.fromEntries(url.searchParams));
  return redirectWithToast(request, list, { tone: "success", text });
}

export default function UsersPage() {
  const { items, total, nextCursor, previousCursor, invitations, hasEarlierInvitations, filter, secondStepRule } =
    useLoaderData<typeof loader>();
  const { lastResult, sessionEnded } = useFormRefusal(useActionAnswer());
  const [search] = useSearchParams();
  return (
    <>
      <PageHeader
        title="Users"
        count={total ?? undefined}
        facts="Who works here and what they can do."
        secondary={
          <Button variant="outline" asChild>
            <Link to={paths.deliveries()}>Failed deliveries</Link>
          </Button>
        }
        action={
          <Button asChild variant="default">
            <Link to={paths.inviteUser(Object.fromEntries(search))} preventScrollReset>
              <UserPlus aria-hidden="true" />
              Invite user
            </Link>
          </Button>
        }
      />
      <MembersTable {...{ items, total, nextCursor, previousCursor, filter }} />
      <Invitations invitations={invitations} hasEarlier={hasEarlierInvitations} lastResult={lastResult} />
      <SecondStepCard {...secondStepRule} />
      {sessionEnded}
      <Outlet />
    </>
  );
}

/** Whether Admins must use two-step verification. */
function SecondStepCard({ required, adminsWithout }: { required: boolean; adminsWithout: number }) {
  const [search] = useSearchParams();
  return (
    <Card className="mt-6 flex flex-wrap items-center justify-between gap-3 p-4">
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          Two-step verification for Admins
          {required && <StatusBadge label="Required" tone="ok" icon={CircleCheck} />}
        </h2>
        <p className="text-muted-foreground text-sm">{stateText(required, adminsWithout)}</p>
      </div>
      <Button asChild variant="outline">
        <Link to={paths.secondStepRule(Object.fromEntries(search))} preventScrollReset>
          {required ? "Stop requiring it" : "Require it"}
        </Link>
      </Button>
    </Card>
  );
}

function stateText(required: boolean, without: number): string {
  if (without === 0) return "Every Admin has it on.";
  const who = without === 1 ? "One Admin does not have it on yet" : `${without} Admins do not have it on yet`;
  return required
    ? `${who}. Until then they can't open the business.`
    : `${who}. They can sign in with just a password.`;
}
