import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { FilterBar, FilterSelect } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { DateText } from "~/components/date-text";
import { EmptyState } from "~/components/feedback/empty-state";
import { PageHeader } from "~/components/page-header";
import { StatusBadge } from "~/components/status-badge";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { CircleCheck, Clock, type IconComponent, Mic, Plus, Trash2 } from "~/components/ui/icons";
import type { Tone } from "~/components/ui/tone";
import { choicesOf } from "~/domain/shared/choices";
import { counted } from "~/domain/shared/text/counted";
import { type ListedSession, listSessions } from "~/domain/voice/sessions/list.server";
import { SessionView } from "~/domain/voice/sessions/schema";
import { LISTED_STATE_LABELS, LISTED_STATES } from "~/domain/voice/sessions/session";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { memberLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Voice sessions · Plenum" }];

export const loader = memberLoader(async ({ ctx, url }) => {
  const filter = SessionView.parse(Object.fromEntries(url.searchParams));
  return { filter, ...(await listSessions(ctx, filter)) };
});

const states = choicesOf(LISTED_STATES, LISTED_STATE_LABELS);

/** What was spoken, by whom, and which work orders it became. */
export default function VoiceSessions() {
  const { filter, people, seesAll, timeZone, ...page } = useLoaderData<typeof loader>();
  const { items } = page;
  const { state, userId } = filter;
  const query = { state, userId };
  return (
    <>
      <PageHeader
        title="Voice sessions"
        action={
          seesAll && (
            <Button asChild variant="default">
              <Link to={paths.newWorkOrder()}>
                <Plus />
                New work order
              </Link>
            </Button>
          )
        }
      />
      <FilterBar clearHref={paths.voiceSessions()} fileHref={paths.apiListFile("voice/history", query)}>
        <FilterSelect name="state" label="State" any="Any state" value={state ?? ""} choices={states} />
        {seesAll && <FilterSelect name="userId" label="Spoken by" any="Anyone" value={userId ?? ""} choices={people} />}
      </FilterBar>
      <DataTable
        caption="Voice sessions"
        columns={columnsIn(timeZone)}
        rows={items}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={Mic} title={state || userId ? "No voice session matches" : "No voice sessions yet"}>
            Say a new job on the New work order screen, or speak notes on a job in the technician app. The transcripts
            and the work orders created from them are listed here.
          </EmptyState>
        }
      />
      <CursorPagination page={page} href={(at) => paths.voiceSessions({ ...query, ...at })}>
        {counted(items.length, "session")}
      </CursorPagination>
    </>
  );
}

const columnsIn = (timeZone: string): readonly Column<ListedSession>[] => [
  {
    key: "transcript",
    header: "Transcript",
    className: "w-[38%]",
    cell: ({ transcript, sessionType }) => (
      <span className="line-clamp-2 font-normal">
        {transcript ?? (sessionType === "job_commands" ? "Notes on a job" : "New work orders")}
      </span>
    ),
  },
  { key: "state", header: "State", card: "corner", cell: (session) => <StateBadge {...session} /> },
  { key: "by", header: "Spoken by", cell: ({ by }) => by ?? <span aria-hidden="true">–</span> },
  { key: "spoken", header: "Spoken", cell: ({ spokenAt }) => <DateText at={spokenAt} zone={timeZone} /> },
  {
    key: "result",
    header: "Result",
    card: (session) => (hasResult(session) ? "line" : "hidden"),
    cell: (session) => (hasResult(session) ? <Result session={session} /> : <span aria-hidden="true">–</span>),
  },
];

/** Whether something came of it, is still to be done, or failed. */
const hasResult = ({ state, isMine, workOrderNumber, made, problem }: ListedSession) =>
  made.length > 0 || workOrderNumber !== null || problem !== null || (state === "open" && isMine);

const looks: Record<(typeof LISTED_STATES)[number], { tone: Tone; icon: IconComponent }> = {
  open: { tone: "warn", icon: Clock },
  confirmed: { tone: "ok", icon: CircleCheck },
  discarded: { tone: "neutral", icon: Trash2 },
  expired: { tone: "neutral", icon: Clock },
  to_review: { tone: "warn", icon: Clock },
};

function StateBadge({ state, isToReview }: Pick<ListedSession, "state" | "isToReview">) {
  const shown = isToReview ? "to_review" : state;
  return <StatusBadge label={LISTED_STATE_LABELS[shown]} {...looks[shown]} />;
}

/** The work orders that came of it, what is still to be done, or what failed. */
function Result({
  session: { id, state, sessionType, isMine, isToReview, workOrderNumber, made, actions, problem },
}: ResultProps) {
  const jobs = workOrderNumber === null ? made : [workOrderNumber];
  return (
    <span className="flex flex-col items-start gap-0.5">
      {jobs.length > 0 && (
        <span className="flex flex-wrap gap-x-3">
          {jobs.map((number) => (
            <TextLink key={number} to={paths.workOrder(number)}>
              {formatWorkOrderNumber(number)}
            </TextLink>
          ))}
        </span>
      )}
      {actions !== null && (actions > 0 || !isToReview) && (
        <span>{actions === 1 ? "1 change saved" : `${actions} changes saved`}</span>
      )}
      {state === "open" && isMine && sessionType === "work_order_creation" && (
        <TextLink to={paths.spokenWorkOrders(id)}>Review</TextLink>
      )}
      {problem !== null && state !== "confirmed" && <span className="text-muted-foreground text-sm">{problem}</span>}
    </span>
  );
}

type ResultProps = { session: ListedSession };
