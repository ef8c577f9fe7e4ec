import { databaseCosts, type Visitor } from "../tests/support/visitor";
import { atMost, type Figure, round } from "./figure";
import { localWith, signIn } from "./local";

const screens = {
  list: "/workorders",
  "list by status": "/workorders?status=unscheduled",
  "list by customer": "/customers",
  "list of equipment": "/equipment",
  board: "/workorders/board",
  detail: "/workorders/40",
  edit: "/workorders/40/edit",
} as const;
const day = "technician's day";

/** Rows read and round trips of the work order screens with 1,000 and with 100,000 orders. */
export async function run(): Promise<Figure[]> {
  const small = await costsAt(1000);
  const large = await costsAt(100_000);
  return [...Object.keys(screens), day].flatMap((name) => {
    const before = small.get(name);
    const after = large.get(name);
    if (!before || !after) return [];
    const limit = name.startsWith("list") ? 150 : name === "detail" ? 60 : null;
    return [
      { figure: `${name}: rows read at 1,000 and 100,000`, value: `${before.read} / ${after.read}` },
      atMost(`${name}: ratio of rows read`, round(after.read / before.read), 1.1),
      ...(limit ? [atMost(`${name}: rows read at 100,000`, after.read, limit)] : []),
      atMost(`${name}: round trips to D1, session included`, after.calls, 2),
    ];
  });
}

async function costsAt(count: number) {
  const { worker, url, admin } = await localWith(count);
  const costs = new Map<string, ReturnType<typeof databaseCosts>>();
  for (const [name, path] of Object.entries(screens)) costs.set(name, await costOf(admin, path));
  costs.set(day, await costOf(await signIn(url, "technician@example.com"), "/technician/jobs/today"));
  await worker.dispose();
  return costs;
}

async function costOf(visitor: Visitor, path: string) {
  const answer = await visitor.get(path);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return databaseCosts(answer);
}
