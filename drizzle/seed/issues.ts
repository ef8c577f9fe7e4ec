import { DAY_MS } from "~/domain/shared/time/dates";
import type { SeedBusiness } from "./business";
import { insertRows } from "./insert";

const labels = [
  ["bug", "#d73a4a", "Something doesn't work as it should"],
  ["mobile", "#0e8a16", "On a technician's phone"],
  ["scheduling", "#1d76db", null],
  ["invoicing", "#5319e7", null],
  ["request", "#fbca04", "Something new"],
  ["offline", "#006b75", "Without a connection"],
] as const;

const projects = [
  ["Office", "What dispatch and billing work with"],
  ["Technician app", "What technicians have on their phones"],
] as const;

/** Title, description, and days from today until it is due. */
const milestones = [
  ["Before heating season", "What would cost us calls in the first cold week", 21],
  ["Spring release", "What technicians asked for over the winter", 120],
] as const;

interface SeedIssue {
  title: string;
  body: string;
  state: string;
  priority: string;
  labels: readonly string[];
  project: 0 | 1;
  days: number;
  milestone?: 0 | 1;
  source?: string;
  author?: string;
  comments?: readonly string[];
}

const issues: readonly SeedIssue[] = [
  {
    title: "Photos stay on \u201cUploading\u201d after a basement job",
    body: "Luis came up from a basement with no signal and the three photos of the condensate pump stayed on **Uploading** until he closed the app.\n\n1. Take photos without a signal\n2. Walk back to the truck\n3. Wait\n\nExpected: they upload by themselves once the phone is online.",
    ...{ state: "progress", priority: "high", labels: ["bug", "mobile", "offline"], project: 1, days: 2, milestone: 0 },
    comments: [
      "Same on my phone yesterday, two photos of a nameplate.",
      "Closing and reopening the app sends them. Nothing was lost.",
    ],
  },
  {
    title: "Arrival window shows the office's time zone for the Iron Mountain site",
    body: "The customer's site is in Michigan, but the text said *8:00 to 10:00 AM* where it should have been 9:00 to 11:00 AM.",
    ...{ state: "todo", priority: "urgent", labels: ["bug", "scheduling"], project: 0, days: 1, milestone: 0 },
  },
  {
    title: "Let dispatch print tomorrow's route on one page",
    body: "One page for each technician with address, phone, equipment and gate code. Marcus still prefers paper.",
    ...{ state: "backlog", priority: "low", labels: ["request", "scheduling"], project: 0, days: 24 },
  },
  {
    title: "Invoice PDF cuts off long equipment names",
    body: "`Carrier Infinity 24 Heat Pump with Greenspeed Intelligence` ends in the middle of the word.",
    ...{ state: "review", priority: "medium", labels: ["bug", "invoicing"], project: 0, days: 6 },
    comments: ["Wrapping to a second line is fine for us."],
  },
  {
    title: "Saving a reading failed with a request ID",
    body: "> Server temporarily unavailable. Please try again.\n\nIt went through the second time.",
    ...{ state: "todo", priority: "medium", labels: ["mobile"], project: 1, days: 3, source: "report" },
  },
  {
    title: "Sort the parts list by truck bin",
    body: "When loading in the morning it would be faster to go bin by bin.",
    ...{ state: "backlog", priority: "none", labels: ["request", "mobile"], project: 1, days: 40, milestone: 1 },
  },
  {
    title: "Two technicians on one install both see \u201cStart job\u201d",
    body: "If both press it, the second one gets an error. It should just say who started.",
    ...{ state: "done", priority: "high", labels: ["bug", "mobile"], project: 1, days: 55, milestone: 0 },
  },
  {
    title: "Reminder mail went out for an invoice that was paid the same morning",
    body: "The payment came in at 7:40 AM, the reminder at 8:00 AM.",
    ...{ state: "done", priority: "medium", labels: ["bug", "invoicing"], project: 0, days: 33 },
  },
  {
    title: "Show the outdoor temperature on the job",
    body: "For charging by subcooling it is one thing less to look up.",
    ...{ state: "canceled", priority: "low", labels: ["request"], project: 1, days: 71 },
    comments: ["The readings form asks for it already."],
  },
  {
    title: "Search finds no customer when the phone number has dots",
    body: "`414.555.1007` finds nothing, `(414) 555-1007` does.",
    ...{ state: "todo", priority: "low", labels: ["bug"], project: 0, days: 9 },
  },
];

/** A tracker after a few weeks of use. Requires the members of the business and its work orders. */
export async function seedIssues(db: D1Database, { orgId, now, random, officeUserId }: SeedBusiness): Promise<void> {
  const at = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  const { results: members } = await db
    .prepare("SELECT user_id AS id FROM tenant_members WHERE org_id = ? ORDER BY user_id")
    .bind(orgId)
    .all<{ id: string }>();
  const workOrder = await db
    .prepare("SELECT id FROM work_orders WHERE org_id = ? AND status = 'completed' ORDER BY number DESC LIMIT 1")
    .bind(orgId)
    .first<{ id: string }>();
  const made = at(90);
  const stamps = { created_at: made, updated_at: made };
  const labelRows = labels.map(([name, color, description]) => ({
    ...{ org_id: orgId, id: random.id(Date.parse(made)), name, color, description },
    ...stamps,
  }));
  await insertRows(db, "issue_labels", labelRows);
  const projectRows = projects.map(([name, description]) => ({
    ...{ org_id: orgId, id: random.id(Date.parse(made)), name, description },
    ...stamps,
  }));
  await insertRows(db, "issue_projects", projectRows);
  await insertRows(
    db,
    "issue_milestones",
    milestones.map(([name, description, days]) => ({
      ...{ org_id: orgId, id: random.id(Date.parse(made)), name, description, due_on: at(-days).slice(0, 10) },
      ...stamps,
    })),
  );
  const oldestFirst = issues.toSorted((a, b) => b.days - a.days);
  const rows = oldestFirst.map((issue, index) => ({
    issue,
    row: {
      ...{ org_id: orgId, id: random.id(Date.parse(at(issue.days))), number: index + 1 },
      ...{ title: issue.title, body: issue.body, state_id: issue.state, priority: issue.priority },
      project_id: projectRows[issue.project]?.id ?? null,
      assignee_id: issue.state === "backlog" ? null : (members[index % members.length]?.id ?? null),
      label_ids: JSON.stringify(
        issue.labels.flatMap((name) => labelRows.find((label) => label.name === name)?.id ?? []),
      ),
      milestone: issue.milestone === undefined ? null : milestones[issue.milestone][0],
      work_order_id: index === oldestFirst.length - 2 ? (workOrder?.id ?? null) : null,
      source: issue.source ?? "person",
      created_by: members[(index + 1) % members.length]?.id ?? officeUserId,
      created_at: at(issue.days),
      updated_at: at(issue.days * 0.6),
    },
  }));
  await insertRows(
    db,
    "issues",
    rows.map(({ row }) => row),
  );
  await insertRows(db, "sequences", [{ org_id: orgId, name: "issues", value: rows.length }]);
  const labelOf = (name: string) => labelRows.find((label) => label.name === name)?.id ?? "";
  await insertRows(
    db,
    "issue_views",
    [
      { name: "Urgent and open", query: "category=open&priority=urgent%2Chigh", layout: "list", shared: 1 },
      { name: "From the field", query: `category=open&label=${labelOf("mobile")}`, layout: "board", shared: 1 },
      { name: "Nobody's yet", query: "category=open&assignee=none", layout: "list", shared: 0 },
    ].map((view) => ({
      ...{ org_id: orgId, id: random.id(Date.parse(made)), user_id: officeUserId, ...view, created_at: made },
    })),
  );
  await insertRows(
    db,
    "issue_activity",
    rows.map(({ row }) => ({
      ...{ org_id: orgId, issue_id: row.id, id: random.id(Date.parse(row.created_at)), kind: "created" },
      ...{ user_id: row.created_by, at: row.created_at },
    })),
  );
  await insertRows(
    db,
    "issue_comments",
    rows.flatMap(({ issue, row }) =>
      (issue.comments ?? []).map((body, k) => {
        const written = new Date(Date.parse(row.created_at) + (k + 1) * 5_400_000).toISOString();
        return {
          ...{ org_id: orgId, issue_id: row.id, id: random.id(Date.parse(written)), body },
          user_id: members[(k + 2) % members.length]?.id ?? officeUserId,
          ...{ created_at: written, updated_at: written },
        };
      }),
    ),
  );
}
