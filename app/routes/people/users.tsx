import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useActionData, useLoaderData, useNavigate, useSearchParams } from "@remix-run/react";
import { UserPlus } from "lucide-react";
import { lazy, Suspense } from "react";
import { formatRelative } from "~/components/date-format";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { cancelInvitation, inviteMember, resendInvitation } from "~/domain/people/invitations.server";
import { listMembers } from "~/domain/people/members.queries.server";
import { changePermissions, changeRoles, disableMember, enableMember } from "~/domain/people/members.server";
import {
  ChangePermissions,
  ChangeRoles,
  ChosenMember,
  InvitationId,
  InviteMember,
  MembersFilter,
} from "~/domain/people/schema";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { Invitations } from "./users/invitations";
import { MembersTable } from "./users/members-table";

// Fetched when the address asks for one, so that the first visit stays light.
const InviteDialog = lazy(() => import("./users/invite-dialog").then((m) => ({ default: m.InviteDialog })));
const MemberSheet = lazy(() => import("./users/member-sheet").then((m) => ({ default: m.MemberSheet })));

export const meta: MetaFunction = () => [{ title: "Users · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  const filter = MembersFilter.parse(Object.fromEntries(url.searchParams));
  const list = await listMembers(ctx, filter, url.searchParams.get("edit"));
  // Said here once: the screen need not bring the code that says it.
  const ago = (instant: string) => formatRelative(Date.parse(instant), ctx.now.getTime());
  const items = list.items.map((each) => ({ ...each, lastSeen: each.lastSeenAt && ago(each.lastSeenAt) }));
  const invitations = list.invitations.map((each) => ({ ...each, sent: ago(each.sentAt) }));
  return { ...list, items, invitations, filter, formKey: ctx.newId() };
});

export const action = formActions({
  invite: formCase(InviteMember, async ({ ctx, input, request, url }) => {
    await inviteMember(ctx, input);
    return done(request, url, `${input.email} is invited.`);
  }),
  resend: formCase(InvitationId, async ({ ctx, input, request, url }) => {
    await resendInvitation(ctx, input.id);
    return done(request, url, "The invitation is sent again.");
  }),
  cancel: formCase(InvitationId, async ({ ctx, input, request, url }) => {
    await cancelInvitation(ctx, input.id);
    return done(request, url, "The invitation is cancelled.");
  }),
  roles: formCase(ChangeRoles, async ({ ctx, input, request, url }) => {
    await changeRoles(ctx, input);
    return done(request, url, "Roles saved.");
  }),
  permissions: formCase(ChangePermissions, async ({ ctx, input, request, url }) => {
    await changePermissions(ctx, input);
    return done(request, url, "Permissions saved.");
  }),
  disable: formCase(ChosenMember, async ({ ctx, input, request, url }) => {
    await disableMember(ctx, input);
    return done(request, url, "Access is switched off. Every session has ended.");
  }),
  enable: formCase(ChosenMember, async ({ ctx, input, request, url }) => {
    await enableMember(ctx, input);
    return done(request, url, "Access is switched on again.");
  }),
});

/** Back to the same list; an invitation that went out closes its dialog. */
function done(request: Request, url: URL, text: string): Response {
  const { q, role, status, edit } = Object.fromEntries(url.searchParams);
  return redirectWithToast(request, paths.users({ q, role, status, edit }), { tone: "success", text });
}

export default function Users() {
  const { items, total, nextCursor, invitations, member, filter, formKey } = useLoaderData<typeof loader>();
  const { lastResult, sessionEnded } = useFormRefusal(useActionData());
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { q, role, status } = filter;
  const list = paths.users({ q, role, status });
  const close = () => navigate(list, { preventScrollReset: true });
  return (
    <>
      <PageHeader
        title="Users"
        count={total ?? undefined}
        facts="Who works with you here, and what each of them may do."
        secondary={
          <Button variant="outline" asChild>
            <Link to={paths.deliveries()}>Undelivered</Link>
          </Button>
        }
        action={
          <Button asChild variant="default">
            <Link to={paths.users({ q, role, status, invite: "yes" })} preventScrollReset>
              <UserPlus aria-hidden="true" />
              Invite a member
            </Link>
          </Button>
        }
      />
      <MembersTable items={items} total={total} nextCursor={nextCursor} filter={filter} />
      <Invitations invitations={invitations} lastResult={lastResult} />
      <Suspense>
        {search.has("invite") && (
          <InviteDialog key={formKey} open formKey={formKey} lastResult={lastResult} onClose={close} />
        )}
        {member && (
          <MemberSheet
            key={`${member.userId}:${member.version}`}
            member={member}
            lastResult={lastResult}
            onClose={close}
          />
        )}
      </Suspense>
      {sessionEnded}
    </>
  );
}
