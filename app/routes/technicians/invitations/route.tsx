import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Form, Link, useLoaderData, useNavigation } from "@remix-run/react";
import { FileLink } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { DateText } from "~/components/date-text";
import { EmptyState } from "~/components/feedback/empty-state";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { RelativeTime } from "~/components/relative-time";
import { StatusBadge } from "~/components/status-badge";
import { Button } from "~/components/ui/button";
import { Clock, MailPlus, MailWarning, MailX } from "~/components/ui/icons";
import { cancelTechnicianInvitation, resendTechnicianInvitation } from "~/domain/people/invitations.server";
import { PendingInvitationsView } from "~/domain/people/schema";
import { type PendingInvitation, pendingInvitations } from "~/domain/people/technician-invitations.server";
import { RecordId } from "~/domain/shared/fields";
import { allow, can } from "~/domain/shared/permissions";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { withFallback } from "~/http/with-fallback.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const meta: MetaFunction = () => [{ title: "Pending invitations · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  const me = allow(ctx, "technicians.read");
  const view = PendingInvitationsView.parse(Object.fromEntries(url.searchParams));
  const empty = { items: [], nextCursor: null, previousCursor: null, total: 0 };
  const list = await withFallback({ ctx, url }, () => pendingInvitations(ctx, view), empty);
  // The last one of a later page was canceled or accepted.
  if (list.items.length === 0 && !list.failed && (view.cursor || view.before))
    throw redirect(paths.pendingInvitations());
  return { ...list, mayInvite: can(me, "technicians.manage"), zone: me.timeZone, now: ctx.now.getTime() };
});

export const action = formActions({
  resend: formCase(RecordId, async ({ ctx, input, request, url }) => {
    await resendTechnicianInvitation(ctx, input.id);
    return backToList(request, url, "Invitation resent with a new link.");
  }),
  cancel: formCase(RecordId, async ({ ctx, input, request, url }) => {
    await cancelTechnicianInvitation(ctx, input.id);
    return backToList(request, url, "Invitation canceled. Its link no longer works.");
  }),
});

function backToList(request: Request, url: URL, text: string): Response {
  const page = paths.pendingInvitations(Object.fromEntries(url.searchParams));
  return redirectWithToast(request, page, { tone: "success", text });
}

export default function PendingInvitations() {
  const { failed, mayInvite, zone, now, ...page } = useLoaderData<typeof loader>();
  const { items } = page;
  const { lastResult, sessionEnded } = useFormRefusal(useActionAnswer());
  const refused = lastResult?.error?.[""];
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 pb-3">
        <p className="text-muted-foreground">
          Links expire after 7 days. Resending makes a new link; the old one stops working.
        </p>
        {items.length > 0 && <FileLink href={paths.apiListFile("technicians/invitations/pending")} />}
      </div>
      {refused && (
        <p role="alert" className="pb-3 font-medium text-bad">
          {refused.join(" ")}
        </p>
      )}
      {items.length === 0 ? (
        <div className="list-frame">
          <EmptyState
            isOnAnyPage={failed}
            icon={MailPlus}
            title={failed ? "No invitations to show" : "No pending invitations"}
            action={
              mayInvite &&
              !failed && (
                <Button variant="outline" asChild>
                  <Link to={paths.inviteTechnician()}>Invite a technician</Link>
                </Button>
              )
            }
          >
            {failed
              ? "The list could not be loaded right now. Nothing is lost; try again in a moment."
              : "Technicians you invite are listed here until they accept."}
          </EmptyState>
        </div>
      ) : (
        <ul className="list-frame divide-y divide-border">
          {items.map((invitation) => (
            <Invitation key={invitation.id} invitation={invitation} zone={zone} now={now} />
          ))}
        </ul>
      )}
      <CursorPagination page={page} href={paths.pendingInvitations}>
        {`${items.length} shown`}
      </CursorPagination>
      {sessionEnded}
    </>
  );
}

type InvitationProps = { invitation: PendingInvitation; zone: string; now: number };

function Invitation({ invitation, zone, now }: InvitationProps) {
  const { id, email, firstName, lastName, state, undelivered, sentAt, expiresAt, invitedBy, mayChange } = invitation;
  const busy = useNavigation().formData?.get("id") === id;
  const name = `${firstName} ${lastName}`.trim();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="truncate font-medium">{name || email}</p>
        <p className="text-muted-foreground text-sm">
          {name && <span className="mr-2 break-all">{email}</span>}
          <span className="inline-block">
            Sent <RelativeTime at={Date.parse(sentAt)} now={now} />
            {invitedBy && ` by ${invitedBy}`}, expires <DateText at={expiresAt} zone={zone} style="date" />
          </span>
        </p>
      </div>
      {undelivered ? (
        <StatusBadge label="Not delivered" tone="bad" icon={MailWarning} />
      ) : state === "pending" ? (
        <StatusBadge label="Pending" tone="info" icon={Clock} />
      ) : (
        <StatusBadge label="Link expired" tone="warn" icon={MailX} />
      )}
      {mayChange && (
        <Form method="post" preventScrollReset className="flex gap-2">
          <input type="hidden" name="id" value={id} />
          <Button
            variant="outline"
            type="submit"
            name="intent"
            value="resend"
            size="sm"
            loading={busy}
            aria-label={`Resend to ${email}`}
          >
            Resend
          </Button>
          <Button
            type="submit"
            name="intent"
            value="cancel"
            size="sm"
            variant="ghost"
            aria-label={`Cancel invitation for ${email}`}
          >
            Cancel
          </Button>
        </Form>
      )}
    </li>
  );
}
