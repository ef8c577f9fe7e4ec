import type { SeedBusiness } from "./business";
import { insertRows } from "./insert";

type Who = "admin" | "office" | "technician" | "customer";
/** Minutes ago, who, what. */
type Said = readonly [minutes: number, who: Who, text: string];

interface SeedThread {
  kind: "direct" | "group" | "job";
  title?: string;
  people: readonly Exclude<Who, "customer">[];
  said: readonly Said[];
  /** So many of the newest the office and the Admin have not read. */
  unread?: number;
  closed?: true;
}

const HOUR = 60;
const DAY = 24 * HOUR;

const conversations: readonly SeedThread[] = [
  {
    kind: "direct",
    people: ["admin", "technician"],
    unread: 1,
    said: [
      [3 * DAY, "technician", "Van 2 is due for its oil change. Can it go in on Thursday?"],
      [3 * DAY - 9, "admin", "Yes. Take the spare van, keys are in the office."],
      [50, "technician", "Shop called, van 2 is ready. I pick it up after the last job."],
    ],
  },
  {
    kind: "direct",
    people: ["admin", "office"],
    said: [
      [DAY + 40, "office", "The Kohler invoice came back with a question about the trip charge."],
      [DAY + 31, "admin", "Take it off, it was our second visit for the same fault."],
      [DAY + 28, "office", "Done, credit note is out."],
    ],
  },
  {
    kind: "group",
    title: "Install crew",
    people: ["admin", "office", "technician"],
    unread: 2,
    said: [
      [2 * DAY, "office", "Two heat pump installs next week, Tuesday and Friday. Line sets are in the warehouse."],
      [2 * DAY - 12, "technician", "Do we have 50 ft sets? The house on Friday has the condenser behind the garage."],
      [2 * DAY - 25, "office", "Both are 50 ft. Pads and whips are on the same shelf."],
      [95, "technician", "Lineset covers are short by one box."],
      [80, "office", "Ordered, arrives tomorrow before 10."],
    ],
  },
  {
    kind: "job",
    people: ["office", "technician"],
    unread: 1,
    said: [
      [4 * HOUR, "office", "Gate code is 4417. Dog is friendly but gets out, please close the side gate."],
      [3 * HOUR, "technician", "Got it. Filter rack is 16x25x4, we only have the 16x25x1 on the van."],
      [3 * HOUR - 14, "office", "Supply house on 60th has two, picked up under our account."],
      [
        35,
        "technician",
        "@Maria Keller blower motor draws 9.2 A, plate says 7.8. I would replace it today if they agree.",
      ],
    ],
  },
  {
    kind: "job",
    people: ["admin", "office", "technician"],
    said: [
      [DAY + 3 * HOUR, "technician", "Condensate pump cycles every 2 minutes. Check valve is gone."],
      [DAY + 2 * HOUR, "admin", "Put in the one from van stock and note the serial."],
      [DAY + 2 * HOUR - 20, "technician", "Done, holds now. Photos are on the job."],
    ],
  },
  {
    kind: "job",
    people: ["office", "technician"],
    closed: true,
    said: [
      [6 * DAY, "office", "Customer asks for a call 20 minutes ahead."],
      [6 * DAY - 200, "technician", "Called, all good."],
    ],
  },
];

/** Conversations of the team: between people, in a group and about jobs of these days. */
export async function seedMessages(
  db: D1Database,
  { orgId, now, random, officeUserId, technicianIds }: SeedBusiness,
): Promise<void> {
  const one = async <T>(sql: string, ...values: unknown[]) =>
    db
      .prepare(sql)
      .bind(...values)
      .first<T>();
  const technician = await one<{ id: string | null }>(
    "SELECT user_id AS id FROM technicians WHERE org_id = ? AND id = ?",
    orgId,
    technicianIds[0],
  );
  const admin = await one<{ id: string }>(
    "SELECT user_id AS id FROM members WHERE org_id = ? AND roles LIKE '%Admin%' ORDER BY user_id LIMIT 1",
    orgId,
  );
  const office = await one<{ name: string }>(
    "SELECT first_name || ' ' || last_name AS name FROM tenant_members WHERE org_id = ? AND user_id = ?",
    orgId,
    officeUserId,
  );
  const ids = { admin: admin?.id ?? officeUserId, office: officeUserId, technician: technician?.id ?? officeUserId };
  const { results: jobs } = await db
    .prepare(
      `SELECT id FROM work_orders WHERE org_id = ?1 AND technician_id = ?2 AND scheduled_start <= ?3
       AND status IN ('in_progress', 'en_route', 'dispatched', 'completed') ORDER BY scheduled_start DESC LIMIT 3`,
    )
    .bind(orgId, technicianIds[0], new Date(now.getTime() + 12 * 3_600_000).toISOString())
    .all<{ id: string }>();
  const at = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
  const threads = [];
  const members = [];
  const said = [];
  let job = 0;
  for (const { kind, title = null, people, said: lines, unread = 0, closed } of conversations) {
    const begun = lines[0]?.[0] ?? 0;
    const id = random.id(now.getTime() - begun * 60_000);
    const workOrderId = kind === "job" ? (jobs[job++]?.id ?? null) : null;
    if (kind === "job" && !workOrderId) continue;
    const users = [...new Set(people.map((who) => ids[who]))];
    threads.push({
      ...{ org_id: orgId, id, kind, title, work_order_id: workOrderId },
      direct_key: kind === "direct" ? users.toSorted().join(":") : null,
      ...{ created_by: ids[people[0] ?? "office"], created_at: at(begun) },
    });
    for (const user_id of users) members.push({ org_id: orgId, thread_id: id, user_id, joined_at: at(begun) });
    for (const [index, [minutes, who, body]] of lines.entries()) {
      const words = body.replace("@Maria Keller", `@${office?.name ?? "Maria Keller"}`);
      said.push({
        ...{ org_id: orgId, thread_id: id, seq: index + 1, id: random.id(now.getTime() - minutes * 60_000) },
        ...{ author_kind: "member", author_id: who === "customer" ? null : ids[who], channel: "app", body: words },
        mentions: JSON.stringify(words === body ? [] : [officeUserId]),
        created_at: at(minutes),
        unread: lines.length - index <= unread,
        closed: closed === true,
      });
    }
  }
  await insertRows(db, "threads", threads);
  await insertRows(db, "thread_members", members);
  said.sort((a, b) => a.created_at.localeCompare(b.created_at));
  await insertRows(
    db,
    "messages",
    said.map(({ unread: _, closed: __, ...row }, index) => ({ ...row, number: index + 1 })),
  );
  const read = new Map(said.filter((each) => !each.unread).map((each) => [each.thread_id, each.seq]));
  await db.batch([
    ...threads.map(({ id }) =>
      db
        .prepare(
          "UPDATE thread_members SET read_seq = max(read_seq, min(last_seq, ?3)) WHERE org_id = ?1 AND thread_id = ?2",
        )
        .bind(orgId, id, read.get(id) ?? 0),
    ),
    ...[...new Set(said.filter((each) => each.closed).map((each) => each.thread_id))].map((id) =>
      db
        .prepare("UPDATE threads SET closed_at = ?3, closed_by = ?4 WHERE org_id = ?1 AND id = ?2")
        .bind(orgId, id, at(5 * DAY), officeUserId),
    ),
    db
      .prepare(
        "INSERT INTO sequences (org_id, name, value) VALUES (?, 'messages', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
      )
      .bind(orgId, said.length),
  ]);
}
