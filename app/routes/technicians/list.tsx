import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useActionData, useLoaderData, useNavigate, useSearchParams } from "@remix-run/react";
import { MailPlus } from "lucide-react";
import { lazy, Suspense } from "react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { PageHeader } from "~/components/page-header";
import { TechnicianTable } from "~/components/technicians/technician-table";
import { Button } from "~/components/ui/button";
import { isCivilDate } from "~/domain/shared/dates";
import { allowMember } from "~/domain/shared/permissions";
import { wallTimeOf } from "~/domain/shared/time-zones";
import { availableTechnicians } from "~/domain/technicians/availability.server";
import { addHoliday, removeHoliday } from "~/domain/technicians/holidays.server";
import { listTechnicians } from "~/domain/technicians/list.server";
import { ChosenRow, Holiday } from "~/domain/technicians/period.schema";
import { TechnicianListView } from "~/domain/technicians/schema";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { withFallback } from "~/http/with-fallback.server";
import { paths } from "~/paths";
import { FreeView } from "./free-view";
import { ListEmpty, ListFilters, ListPages, Views } from "./list-parts";

// Fetched when the address asks for it, so that the first visit stays light.
const HolidaysDialog = lazy(() =>
  import("~/components/technicians/holidays-dialog").then((m) => ({ default: m.HolidaysDialog })),
);

export const meta: MetaFunction = () => [{ title: "Technicians · Plenum" }];

const nothing: Awaited<ReturnType<typeof listTechnicians>> = {
  items: [],
  nextCursor: null,
  previousCursor: null,
  total: 0,
  holidays: [],
  rights: { write: false, manage: false },
};

export const loader = pageLoader(async ({ ctx, url }) => {
  const asked = Object.fromEntries(url.searchParams);
  const view = TechnicianListView.parse(asked);
  const formKey = ctx.newId();
  if (asked.view === "free") {
    const from = isCivilDate(asked.from ?? "") ? asked.from : undefined;
    const { period, items } = await availableTechnicians(ctx, { startDate: from });
    const first = wallTimeOf(period.start, allowMember(ctx).timeZone).date;
    const people = items.map(({ id, name, skills, freeMinutes, days }) => ({ id, name, skills, freeMinutes, days }));
    return {
      ...nothing,
      total: null,
      failed: false,
      view,
      formKey,
      free: { from: first, skills: asked.skills ?? "", people },
    };
  }
  const list = await withFallback({ ctx, url }, () => listTechnicians(ctx, view), nothing);
  return { ...list, view, formKey, free: null };
});

export const action = formActions({
  addHoliday: formCase(Holiday, async ({ ctx, input, request }) => {
    await addHoliday(ctx, input);
    return redirectWithToast(request, holidaysHref, { tone: "success", text: `${input.name} is on the list.` });
  }),
  removeHoliday: formCase(ChosenRow, async ({ ctx, input, request }) => {
    await removeHoliday(ctx, input.id);
    return redirectWithToast(request, holidaysHref, { tone: "success", text: "The holiday is taken off the list." });
  }),
});

const holidaysHref = paths.technicians({ holidays: "yes" });

export default function Technicians() {
  const { free, total, rights, holidays, formKey } = useLoaderData<typeof loader>();
  const { lastResult, sessionEnded } = useFormRefusal(useActionData());
  const [search] = useSearchParams();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title="Technicians"
        count={total ?? undefined}
        secondary={
          <>
            <Button variant="outline" asChild>
              <Link to={paths.pendingInvitations()}>Pending invitations</Link>
            </Button>
            <Button variant="outline" asChild>
              <Link to={holidaysHref} preventScrollReset>
                Holidays
              </Link>
            </Button>
          </>
        }
        action={rights.manage && <InviteButton />}
      />
      <Views current={free ? "free" : "everyone"} />
      {free ? <FreeView {...free} /> : <Everyone />}
      {search.has("holidays") && (
        <Suspense>
          <HolidaysDialog
            holidays={holidays}
            mayWrite={rights.write}
            formKey={formKey}
            lastResult={lastResult}
            onClose={() => navigate(paths.technicians(), { preventScrollReset: true })}
          />
        </Suspense>
      )}
      {sessionEnded}
    </>
  );
}

function Everyone() {
  const { items, view, failed, rights, ...pages } = useLoaderData<typeof loader>();
  return (
    <>
      <ListFilters view={view} />
      <TechnicianTable
        rows={items}
        empty={<ListEmpty view={view} failed={failed} action={rights.manage && <InviteButton />} />}
      />
      <ListPages view={view} shown={items.length} {...pages} />
    </>
  );
}

function InviteButton() {
  return (
    <Button asChild variant="default">
      <Link to={paths.inviteTechnician()}>
        <MailPlus />
        Invite technician
      </Link>
    </Button>
  );
}
