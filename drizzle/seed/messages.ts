import { HOUR_MS, MINUTE_MS } from "~/domain/shared/time/dates";
import type { SeedBusiness } from "./business";
import { insertRows } from "./insert";

type Who = "admin" | "office" | "technician" | "customer";
/** Minutes ago, sender and text. */
type MessageLine = readonly [minutes: number, who: Who, text: string];

interface SeedThread {
  kind: "direct" | "group" | "job" | "customer";
  title?: string;
  people: readonly Exclude<Who, "customer">[];
  lines: readonly MessageLine[];
  /** How many of the newest messages the office and the Admin have not read. */
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
    lines: [
      [3 * DAY, "technician", "Van 2 is due for its oil change. Can it go in on Thursday?"],
      [3 * DAY - 9, "admin", "Yes. Take the spare van, keys are in the office."],
      [50, "technician", "Shop called, van 2 is ready. I pick it up after the last job."],
    ],
  },
  {
    kind: "direct",
    people: ["admin", "office"],
    lines: [
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
    lines: [
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
    lines: [
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
    lines: [
      [DAY + 3 * HOUR, "technician", "Condensate pump cycles every 2 minutes. Check valve is gone."],
      [DAY + 2 * HOUR, "admin", "Put in the one from van stock and note the serial."],
      [DAY + 2 * HOUR - 20, "technician", "Done, holds now. Photos are on the job."],
    ],
  },
  {
    kind: "job",
    people: ["office", "technician"],
    closed: true,
    lines: [
      [6 * DAY, "office", "Customer asks for a call 20 minutes ahead."],
      [6 * DAY - 200, "technician", "Called, all good."],
    ],
  },
];

const withCustomers: readonly SeedThread[] = [
  {
    kind: "customer",
    people: ["admin", "office", "technician"],
    unread: 1,
    lines: [
      [5 * HOUR, "office", "Hi, this is the office. Your technician comes today within the promised window."],
      [4 * HOUR, "customer", "Thanks. The side door is open, the furnace is in the basement."],
      [4 * HOUR - 8, "office", "Good to know, I pass it on."],
      [20, "customer", "Is he still coming before noon? I have to leave at 12."],
    ],
  },
  {
    kind: "customer",
    people: ["admin", "office", "technician"],
    lines: [
      [2 * DAY, "customer", "Could you send me the model number of the new thermostat?"],
      [2 * DAY - 40, "office", "It is a TH6320U2008, the manual is online under that number."],
      [2 * DAY - 55, "customer", "Perfect, thank you!"],
    ],
  },
];

/** A number that belongs to no known customer. */
const unknown = {
  phone: "+14145550177",
  minutes: 130,
  text: "Do you service mini splits? Ours drips inside. 2210 N Humboldt",
};

/** The team's conversations, between people, in a group and about current jobs, and conversations with customers. */
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
       AND status IN ('in_progress', 'en_route', 'dispatched', 'completed') ORDER BY scheduled_start DESC LIMIT 5`,
    )
    .bind(orgId, technicianIds[0], new Date(now.getTime() + 12 * HOUR_MS).toISOString())
    .all<{ id: string }>();
  const at = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS).toISOString();
  const threads = [];
  const members = [];
  const messages = [];
  let workOrder = 0;
  for (const { kind, title = null, people, lines, unread = 0, closed } of [...conversations, ...withCustomers]) {
    const startedAt = lines[0]?.[0] ?? 0;
    const id = random.id(now.getTime() - startedAt * MINUTE_MS);
    const isAboutWorkOrder = kind === "job" || kind === "customer";
    const workOrderId = isAboutWorkOrder ? (jobs[workOrder++]?.id ?? null) : null;
    if (isAboutWorkOrder && !workOrderId) continue;
    const phone =
      kind === "customer"
        ? ((
            await one<{ phone: string | null }>(
              "SELECT c.phone FROM work_orders w JOIN customers c ON c.org_id = w.org_id AND c.id = w.customer_id WHERE w.org_id = ? AND w.id = ?",
              orgId,
              workOrderId,
            )
          )?.phone ?? null)
        : null;
    const users = [...new Set(people.map((who) => ids[who]))];
    threads.push({
      ...{ org_id: orgId, id, kind, title, work_order_id: workOrderId, contact_phone: phone },
      direct_key: kind === "direct" ? users.toSorted().join(":") : null,
      assignee_id: kind === "customer" && unread > 0 ? ids.admin : null,
      ...{ created_by: ids[people[0] ?? "office"], created_at: at(startedAt) },
    });
    for (const user_id of users) members.push({ org_id: orgId, thread_id: id, user_id, joined_at: at(startedAt) });
    for (const [index, [minutes, who, body]] of lines.entries()) {
      const words = body.replace("@Maria Keller", `@${office?.name ?? "Maria Keller"}`);
      messages.push({
        ...{ org_id: orgId, thread_id: id, seq: index + 1, id: random.id(now.getTime() - minutes * MINUTE_MS) },
        ...{ author_kind: who === "customer" ? "customer" : "member", author_id: who === "customer" ? null : ids[who] },
        ...{ channel: kind === "customer" ? (phone ? "text" : "page") : "app", body: words },
        ...{
          delivery: phone && who !== "customer" ? "delivered" : null,
          sent_to: phone && who !== "customer" ? phone : null,
        },
        mentions: JSON.stringify(words === body ? [] : [officeUserId]),
        created_at: at(minutes),
        unread: lines.length - index <= unread,
        closed: closed === true,
      });
    }
  }
  const waiting = random.id(now.getTime() - unknown.minutes * MINUTE_MS);
  threads.push({
    ...{ org_id: orgId, id: waiting, kind: "customer", title: null, work_order_id: null, contact_phone: unknown.phone },
    ...{ direct_key: null, assignee_id: null, created_by: "system", created_at: at(unknown.minutes) },
  });
  for (const user_id of new Set([ids.admin, ids.office]))
    members.push({ org_id: orgId, thread_id: waiting, user_id, joined_at: at(unknown.minutes) });
  messages.push({
    ...{ org_id: orgId, thread_id: waiting, seq: 1, id: random.id(now.getTime() - unknown.minutes * MINUTE_MS) },
    ...{ author_kind: "customer", author_id: null, channel: "text", body: unknown.text, delivery: null, sent_to: null },
    ...{ mentions: "[]", created_at: at(unknown.minutes), unread: true, closed: false },
  });
  await insertRows(db, "threads", threads);
  await insertRows(db, "thread_members", members);
  messages.sort((a, b) => a.created_at.localeCompare(b.created_at));
  await insertRows(
    db,
    "messages",
    messages.map(({ unread: _, closed: __, ...row }, index) => ({ ...row, number: index + 1 })),
  );
  const read = new Map(messages.filter((each) => !each.unread).map((each) => [each.thread_id, each.seq]));
  await db.batch([
    ...threads.map(({ id }) =>
      db
        .prepare(
          "UPDATE thread_members SET read_seq = max(read_seq, min(last_seq, ?3)) WHERE org_id = ?1 AND thread_id = ?2",
        )
        .bind(orgId, id, read.get(id) ?? 0),
    ),
    ...[...new Set(messages.filter((each) => each.closed).map((each) => each.thread_id))].map((id) =>
      db
        .prepare("UPDATE threads SET closed_at = ?3, closed_by = ?4 WHERE org_id = ?1 AND id = ?2")
        .bind(orgId, id, at(5 * DAY), officeUserId),
    ),
    db
      .prepare(
        "INSERT INTO sequences (org_id, name, value) VALUES (?, 'messages', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
      )
      .bind(orgId, messages.length),
  ]);
  await seedRatings(db, { orgId, at });
}

const ratings: readonly [stars: number, comment: string | null][] = [
  [5, "On time, friendly, and explained what was wrong."],
  [5, null],
  [4, "Good work, came at the end of the window."],
  [5, "Left everything clean."],
  [2, "Had to call twice to hear when somebody comes."],
  [5, null],
];

/** Customers' ratings of the latest finished jobs. */
async function seedRatings(
  db: D1Database,
  { orgId, at }: { orgId: string; at: (minutes: number) => string },
): Promise<void> {
  const { results } = await db
    .prepare(
      `SELECT id, technician_id AS technicianId FROM work_orders WHERE org_id = ? AND status IN ('completed', 'closed')
       AND completed_at < ? ORDER BY completed_at DESC LIMIT ?`,
    )
    .bind(orgId, at(12 * HOUR), ratings.length)
    .all<{ id: string; technicianId: string | null }>();
  const rows = results.map(({ id, technicianId }, index) => {
    const [stars, comment] = ratings[index] ?? [5, null];
    return {
      org_id: orgId,
      work_order_id: id,
      technician_id: technicianId,
      stars,
      comment,
      rated_at: at((index + 1) * 5 * HOUR),
    };
  });
  await insertRows(db, "visit_ratings", rows);
}
