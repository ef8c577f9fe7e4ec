import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/domain/shared/time/dates";
import type { Receipt } from "~/domain/voice/sessions/receipts";
import type { ProblemCode } from "~/domain/voice/sessions/session";
import type { SeedBusiness } from "./business";
import { insertRows } from "./insert";
import { randomizer } from "./random";

interface WorkOrderRow {
  id: string;
  title: string;
  customer: string;
  created_at: string;
  completed_at: string | null;
}

interface Session {
  userId: string;
  at: number;
  /** How it ended: `jobs` are the work orders it became, or the job it is about. */
  state: "confirmed" | "discarded" | "expired";
  isAboutWorkOrder?: boolean;
  jobs?: readonly WorkOrderRow[];
  transcript?: string;
  actions?: number;
  problem?: ProblemCode;
}

interface People {
  admin: string;
  technician: string;
}

/** Who said what in the last days: new work orders, notes on jobs, one that was discarded and one that could not be read. */
export async function seedVoiceSessions(db: D1Database, seed: SeedBusiness, people: People): Promise<void> {
  const { orgId, now, officeUserId, technicianIds } = seed;
  const read = (where: string, ...values: string[]) =>
    db
      .prepare(
        `SELECT w.id, w.title, w.created_at, w.completed_at, c.name AS customer FROM work_orders w
         JOIN customers c ON c.org_id = w.org_id AND c.id = w.customer_id WHERE w.org_id = ? AND ${where}`,
      )
      .bind(orgId, ...values)
      .all<WorkOrderRow>();
  const { results: open } = await read("w.status = 'unscheduled' ORDER BY w.created_at DESC LIMIT 4");
  const { results: done } = await read(
    "w.technician_id = ? AND w.completed_at < ? AND w.status IN ('completed', 'closed') ORDER BY w.completed_at DESC LIMIT 3",
    technicianIds[0],
    new Date(now.getTime() - 5 * MINUTE_MS).toISOString(),
  );
  const sessions = [
    ...spokenJobs(open, [officeUserId, people.admin, officeUserId]),
    ...done.map((workOrder, at) => spokenNotes(workOrder, at, people.technician)),
    { userId: officeUserId, at: now.getTime() - 30 * HOUR_MS, state: "discarded" },
    { userId: people.technician, at: now.getTime() - 3 * DAY_MS, state: "expired", problem: "no_speech" },
  ] satisfies Session[];
  await writeSessions(db, orgId, sessions);
}

/** New work orders, each confirmed when it was created; the two oldest were said in one session. */
function spokenJobs(jobs: readonly WorkOrderRow[], people: readonly string[]): Session[] {
  const [first, second, ...last] = jobs;
  return [[first], [second], last].flatMap((made, at) => {
    const found = made.flatMap((workOrder) => workOrder ?? []);
    const created = found[0]?.created_at;
    return created === undefined
      ? []
      : [
          {
            ...{ userId: people[at] ?? "", state: "confirmed" as const, jobs: found },
            at: Math.min(...found.map((workOrder) => Date.parse(workOrder.created_at))) - 2 * MINUTE_MS,
            transcript: found
              .map(({ customer, title }) => `New job for ${customer}: ${title}.`)
              .join(" And another one. "),
          },
        ];
  });
}

const NOTES = [
  ["Suction pressure 118, superheat 11, everything in range. Job is done.", 3],
  ["Used one filter. Customer asks for a price for a new thermostat.", 2],
  ["Flame sensor cleaned, 3.4 microamps. Runs fine now.", 2],
] as const;

function spokenNotes(workOrder: WorkOrderRow, at: number, userId: string): Session {
  const [transcript, actions] = NOTES[at % NOTES.length] ?? NOTES[0];
  const finished = Date.parse(workOrder.completed_at ?? workOrder.created_at);
  return {
    userId,
    at: finished - 4 * MINUTE_MS,
    state: "confirmed",
    isAboutWorkOrder: true,
    jobs: [workOrder],
    transcript,
    actions,
  };
}

const heardIn = (
  { jobs = [], isAboutWorkOrder, transcript = "" }: Session,
  { customer, title }: WorkOrderRow,
): Receipt[] => {
  if (isAboutWorkOrder) return [{ field: "Note", words: transcript, atMs: null }];
  return jobs.length === 0
    ? []
    : [
        { field: "Customer", words: customer, atMs: null },
        { field: "Problem", words: title, atMs: null },
      ];
};

async function writeSessions(db: D1Database, orgId: string, sessions: readonly Session[]): Promise<void> {
  // A separate random sequence, so that data seeded later does not change.
  const { id } = randomizer(83);
  const iso = (at: number) => new Date(at).toISOString();
  const rows = sessions.map((session) => ({ ...session, id: id(session.at), jobs: session.jobs ?? [] }));
  await insertRows(
    db,
    "voice_sessions",
    rows.map(({ id, userId, at, isAboutWorkOrder, jobs, problem = null }) => ({
      ...{
        org_id: orgId,
        id,
        user_id: userId,
        session_type: isAboutWorkOrder ? "job_commands" : "work_order_creation",
      },
      ...{ work_order_id: isAboutWorkOrder ? (jobs[0]?.id ?? null) : null, spoken_at: iso(at), created_at: iso(at) },
      ...{ expires_at: iso(at + DAY_MS), sent_at: iso(at + MINUTE_MS), problem },
    })),
  );
  await insertRows(
    db,
    "voice_session_work_orders",
    rows.flatMap((session) =>
      session.isAboutWorkOrder
        ? []
        : session.jobs.map((workOrder, at) => ({
            ...{ org_id: orgId, session_id: session.id, position: at, work_order_id: workOrder.id },
          })),
    ),
  );
  await insertRows(
    db,
    "work_order_recordings",
    rows.flatMap((session) =>
      session.jobs.map((workOrder) => ({
        ...{
          org_id: orgId,
          work_order_id: workOrder.id,
          id: session.id,
          transcript: session.transcript ?? "",
          language: "en",
        },
        ...{ source: "browser", user_id: session.userId, spoken_at: iso(session.at) },
        ...{ recorded_at: iso(session.at + 2 * MINUTE_MS), heard: JSON.stringify(heardIn(session, workOrder)) },
      })),
    ),
  );
  await db.batch(
    rows.map(({ id, at, state, actions = null }) =>
      db
        .prepare("UPDATE voice_sessions SET state = ?3, ended_at = ?4, actions = ?5 WHERE org_id = ?1 AND id = ?2")
        .bind(orgId, id, state, iso(state === "expired" ? at + DAY_MS : at + 2 * MINUTE_MS), actions),
    ),
  );
}
