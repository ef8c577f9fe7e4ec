import { HOST_KINDS, type HostKind } from "~/domain/code-hosts/host";
import { readSimulatedToken } from "~/domain/code-hosts/simulated";
import { DAY_MS } from "~/domain/shared/time/dates";
import { addComment, addIssues, addRepository, type HostWorld } from "./repository";
import type { SimulatedAccount } from "./state";

export interface Caller extends SimulatedAccount {
  host: HostKind;
  /** Null if the host does not report them. */
  scopes: string[] | null;
  mayWrite: boolean;
  isOauth: boolean;
}

/** The owner of a token; null if the host does not accept it. A new account gets sample repositories. */
export async function callerOf(world: HostWorld, host: HostKind, token: string): Promise<Caller | null> {
  const known = readSimulatedToken(host, token);
  if (!known) return null;
  const { login, scopes, mayWrite, endsAt, isOauth } = known;
  if (endsAt !== null && endsAt * 1000 <= world.clock().getTime()) return null;
  let account = await world.store.read("account", host, login);
  if (!account) {
    account = { login, revoked: [], faults: [] };
    const isNew = await world.store.add("account", host, { id: login, at: login, state: account });
    if (isNew) await settleIn(world, host, login);
  }
  return account.revoked.includes(token) ? null : { ...account, host, scopes, mayWrite, isOauth };
}

export const isHost = (text: string): text is HostKind => HOST_KINDS.some((one) => one === text);

async function settleIn(world: HostWorld, host: HostKind, login: string): Promise<void> {
  const members = { [login]: "admin", "dana-fields": "write" } as const;
  const app = await addRepository(world, {
    ...{ host, members, name: `${login}/dispatch-board` },
    description: "The wall display in the office: jobs of the day and where the trucks are",
  });
  const start = world.clock().getTime() - 40 * DAY_MS;
  const issues = await addIssues(
    world,
    app,
    demoIssues.map(([title, body, labels, state], at) => ({
      ...{ title, body, labels, state, assignees: at % 4 === 0 ? ["dana-fields"] : [] },
      ...{ milestone: null, author: at % 3 === 0 ? login : "dana-fields" },
      createdAt: new Date(start + at * 3 * DAY_MS).toISOString(),
    })),
  );
  const [first] = issues;
  if (first) {
    const { number } = first;
    await addComment(world, app, { number, author: "dana-fields", body: "Seen on the display in the parts room too." });
    await addComment(world, app, { number, author: login, body: "It goes away after a reload. Logs are attached." });
  }
  await addRepository(world, {
    ...{ host, members, name: `${login}/website` },
    description: "The public site with the form for service requests",
  });
  await addRepository(world, {
    ...{ host, members, name: `${login}/old-price-book`, isArchived: true },
    description: "Replaced by service types",
  });
}

type DemoIssue = [title: string, body: string, labels: string[], state: "open" | "closed"];

const demoIssues: DemoIssue[] = [
  [
    "Trucks jump back to the shop at noon",
    "Every truck shows at the shop from **12:00** to about 12:05, then returns.",
    ["bug"],
    "open",
  ],
  [
    "Show the outdoor temperature beside the clock",
    "Dispatchers ask for it on hot days, when no-cool calls come in.",
    ["enhancement"],
    "open",
  ],
  [
    "Font is too small on the 32-inch display",
    "Nobody can read the time windows from the door.",
    ["display"],
    "closed",
  ],
  [
    "Emergency jobs are not red after a reload",
    "1. Add an emergency job\n2. Reload the display\n\nThe card is gray until its status changes.",
    ["bug", "display"],
    "open",
  ],
  ["Sort the unscheduled column by promised window", "", ["enhancement"], "open"],
  ["Display goes to sleep over lunch", "The mini PC turns the screen off after 30 minutes.", ["hardware"], "closed"],
  ["Technician photos are stretched", "Only on the new display.", ["bug"], "open"],
  ["Spanish labels for the warehouse display", "", ["enhancement"], "open"],
];
