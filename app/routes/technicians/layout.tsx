import { Link, Outlet, useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import { PageHeader } from "~/components/page-header";
import { TabsNav } from "~/components/tabs-nav";
import { Button } from "~/components/ui/button";
import { CalendarOff, MailPlus, Users } from "~/components/ui/icons";
import { countTechnicians } from "~/domain/technicians/list.server";
import { pageLoader } from "~/http/page-loader";
import { withFallback } from "~/http/with-fallback.server";
import { paths } from "~/paths";

export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, url }) => {
  const empty = { total: 0, may: { manage: false } };
  return withFallback({ ctx, url }, () => countTechnicians(ctx), empty);
});

export default function TechniciansLayout() {
  const { total, may, failed } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const [available, invitations] = [paths.availableTechnicians(), paths.pendingInvitations()];
  const isList = pathname !== available && pathname !== invitations;
  // The dialogs open over the list, so they keep only its query.
  const query = isList ? Object.fromEntries(search) : undefined;
  return (
    <>
      <PageHeader
        title="Technicians"
        count={failed ? undefined : total}
        secondary={
          <>
            <Button variant="outline" asChild>
              <Link to={paths.teams(query)} preventScrollReset>
                <Users />
                Teams
              </Link>
            </Button>
            <Button variant="outline" asChild>
              <Link to={paths.holidays(query)} preventScrollReset>
                <CalendarOff />
                Holidays
              </Link>
            </Button>
          </>
        }
        action={
          may.manage && (
            <Button asChild variant="default">
              <Link to={paths.inviteTechnician(query)} preventScrollReset>
                <MailPlus />
                Invite technician
              </Link>
            </Button>
          )
        }
      />
      <TabsNav
        label="Technicians"
        tabs={[
          {
            to: paths.technicians(),
            label: "All technicians",
            current: isList,
          },
          { to: available, label: "Availability", current: pathname === available },
          { to: invitations, label: "Invitations", current: pathname === invitations },
        ]}
      />
      <Outlet />
    </>
  );
}
