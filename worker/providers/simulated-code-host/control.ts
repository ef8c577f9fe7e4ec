import { z } from "zod";
import { HOST_KINDS, ISSUE_STATES } from "~/domain/code-hosts/host";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { signedDelivery, tell } from "./deliveries";
import {
  addComment,
  addIssue,
  addIssues,
  addRepository,
  changeRepository,
  editComment,
  editIssue,
  findByName,
  findComment,
  findIssue,
  type HostEvent,
  type HostWorld,
  listComments,
  placeOf,
  removeComment,
  rename,
  transfer,
} from "./repository";
import { numberOfComment, type SimulatedRepository } from "./state";

const host = z.enum(HOST_KINDS);
const at = { host, name: z.string(), by: z.string().default("octocat") };
const number = z.int().min(1);

const Fault = z.object({
  fault: z.enum(["rate_limit", "secondary_limit", "server_error", "garbage", "slow", "forbidden"]),
  times: z.int(),
  skip: z.int().optional(),
  on: z.string().optional(),
  seconds: z.number().optional(),
  after: z.boolean().optional(),
});

const Change = z.object({
  title: z.string().optional(),
  body: z.string().optional(),
  state: z.enum(ISSUE_STATES).optional(),
  labels: z.array(z.string()).optional(),
  assignees: z.array(z.string()).optional(),
  milestone: z.string().nullable().optional(),
  isConfidential: z.boolean().optional(),
});

/** What a test or demonstration can trigger at a simulated host. */
export const Command = z.discriminatedUnion("op", [
  z.object({ op: z.literal("fail"), host, login: z.string(), faults: z.array(Fault) }),
  z.object({ op: z.literal("recover"), host, login: z.string() }),
  z.object({ op: z.literal("revoke"), host, login: z.string(), token: z.string() }),
  z.object({
    ...{ op: z.literal("repository"), host, name: z.string() },
    members: z.record(z.string(), z.enum(["admin", "write", "read"])),
  }),
  z.object({ op: z.literal("rename"), ...at, to: z.string() }),
  z.object({ op: z.literal("delete_repository"), ...at }),
  /** Changes who may see a repository and whether it has issues. */
  z.object({
    ...{ op: z.literal("access"), ...at, hasIssues: z.boolean().optional() },
    members: z.record(z.string(), z.enum(["admin", "write", "read"])).optional(),
  }),
  z.object({ op: z.literal("issues"), ...at, count: z.int().min(1).max(20_000), title: z.string().default("Issue") }),
  z.object({ op: z.literal("open"), ...at, change: Change }),
  z.object({ op: z.literal("edit"), ...at, number, change: Change }),
  z.object({ op: z.literal("delete"), ...at, number }),
  z.object({ op: z.literal("transfer"), ...at, number, to: z.string() }),
  z.object({ op: z.literal("comment"), ...at, number, body: z.string() }),
  z.object({ op: z.literal("edit_comment"), ...at, id: z.int(), body: z.string() }),
  z.object({ op: z.literal("remove_comment"), ...at, id: z.int() }),
  /** Returns the current state. */
  z.object({ op: z.literal("look"), ...at, number: number.optional() }),
  /** The receiver's response status to a webhook; 0 if it is unknown. */
  z.object({ op: z.literal("answered"), ...at, id: z.string(), status: z.int() }),
  /** Disables, enables or removes the webhooks of a repository. */
  z.object({ op: z.literal("hooks"), ...at, state: z.enum(["on", "off", "gone"]) }),
  /** Webhooks not sent yet, signed and ready; with `all`, those already sent, too. */
  z.object({ op: z.literal("deliveries"), ...at, all: z.boolean().default(false) }),
]);
type Command = z.output<typeof Command>;

/** Runs a command; null if its target does not exist. */
export async function perform(world: HostWorld, origin: string, command: Command): Promise<object | null> {
  const { store } = world;
  switch (command.op) {
    case "fail":
    case "recover":
    case "revoke":
      return store.change("account", command.host, command.login, (account) => {
        if (command.op === "fail") account.faults.push(...command.faults);
        if (command.op === "recover") account.faults = [];
        if (command.op === "revoke") account.revoked.push(command.token);
        return { at: account.login, result: {} };
      });
    case "repository":
      return addRepository(world, command);
    default: {
      const repository = await findByName(world, command.host, command.name);
      if (!repository) return null;
      const done = await within(world, repository, command);
      if (!done) return null;
      const baseUrl = `${origin}/dev/code-host/${command.host}`;
      if (done.event) {
        const now = (await findByName(world, command.host, command.name)) ?? repository;
        await tell(world, { repository: now, baseUrl }, done.event);
      }
      return done.result;
    }
  }
}

interface Done {
  result: object;
  event?: HostEvent;
}

type Within = Exclude<Command, { op: "fail" | "recover" | "revoke" | "repository" }>;

async function within(world: HostWorld, repository: SimulatedRepository, command: Within): Promise<Done | null> {
  const { by } = command;
  switch (command.op) {
    case "rename":
      await rename(world, repository, command.to);
      return { result: {}, event: { kind: "repository_renamed", by } };
    case "delete_repository":
      await changeRepository(world, repository, (one) => {
        one.isDeleted = true;
      });
      return { result: {}, event: { kind: "repository_deleted", by } };
    case "access": {
      const { members, hasIssues } = command;
      await changeRepository(world, repository, (one) => {
        if (members) one.members = members;
        if (hasIssues !== undefined) one.hasIssues = hasIssues;
      });
      return { result: {} };
    }
    case "issues": {
      const start = world.clock().getTime() - command.count * MINUTE_MS;
      await addIssues(
        world,
        repository,
        Array.from({ length: command.count }, (_, place) => ({
          ...{
            title: `${command.title} ${place + 1}`,
            body: `Number ${place + 1}`,
            labels: ["imported"],
            assignees: [],
          },
          ...{ milestone: null, author: by, state: place % 3 === 0 ? ("closed" as const) : ("open" as const) },
          createdAt: new Date(start + place * MINUTE_MS).toISOString(),
        })),
      );
      return { result: {} };
    }
    case "open": {
      const { title = "Something is wrong", body = "", labels = [], assignees = [], milestone = null } = command.change;
      const { isConfidential } = command.change;
      if (milestone !== null) await addMilestone(world, repository, milestone);
      const input = { title, body, labels, assignees, milestone, isConfidential, author: by };
      const issue = await addIssue(world, repository, input);
      return { result: issue, event: { kind: "opened", issue, by } };
    }
    case "edit": {
      if (command.change.milestone) await addMilestone(world, repository, command.change.milestone);
      const after = await editIssue(world, repository, { number: command.number, change: command.change });
      return after && { result: after.issue, event: { kind: "changed", by, ...after } };
    }
    case "delete": {
      const after = await editIssue(world, repository, { number: command.number, change: { isDeleted: true } });
      return after && { result: {}, event: { kind: "deleted", by, issue: after.before } };
    }
    case "transfer": {
      const to = await findByName(world, command.host, command.to);
      const after = to && (await transfer(world, { from: repository, to, number: command.number }));
      return after && { result: after.moved, event: { kind: "transferred", by, to, ...after } };
    }
    case "comment": {
      const after = await addComment(world, repository, { number: command.number, author: by, body: command.body });
      return after && { result: after.comment, event: { kind: "comment_created", by, ...after } };
    }
    case "edit_comment": {
      const comment = await editComment(world, repository, command);
      const issue = await findIssue(world, repository, numberOfComment(command.id));
      return comment && issue && { result: comment, event: { kind: "comment_edited", by, issue, comment } };
    }
    case "remove_comment": {
      const comment = await findComment(world, repository, command.id);
      const issue = await findIssue(world, repository, numberOfComment(command.id));
      await removeComment(world, repository, command.id);
      return comment && issue && { result: {}, event: { kind: "comment_deleted", by, issue, comment } };
    }
    case "look": {
      if (command.number === undefined) return { result: repository };
      const issue = await findIssue(world, repository, command.number);
      const comments = await listComments(world, repository, { number: command.number, offset: 0, limit: 1000 });
      return issue && { result: { issue, comments } };
    }
    case "answered": {
      const all = await world.store.list("delivery", placeOf(repository), { limit: 1000 });
      const delivery = all.find(({ id }) => id === command.id);
      if (delivery) await noteAnswer(world, repository, { key: delivery.key, status: command.status });
      return delivery ? { result: {} } : null;
    }
    case "hooks":
      await changeRepository(world, repository, (one) => {
        if (command.state === "gone") one.hooks = [];
        for (const hook of one.hooks) hook.isOff = command.state === "off";
      });
      return { result: {} };
    case "deliveries":
      return { result: await takeDeliveries(world, repository, command.all) };
  }
}

async function addMilestone(world: HostWorld, repository: SimulatedRepository, title: string): Promise<void> {
  await changeRepository(world, repository, ({ milestones }) => {
    if (!milestones.some((one) => one.title === title)) milestones.push({ number: milestones.length + 1, title });
  });
}

/** Webhooks of a repository as they are sent, with the responses so far, oldest first. */
export async function listDeliveries(world: HostWorld, repository: SimulatedRepository) {
  const now = (await world.store.read("repository", repository.host, String(repository.id))) ?? repository;
  const deliveries = await world.store.list("delivery", placeOf(repository), { limit: 1000 });
  const listed = [];
  for (const delivery of deliveries) {
    const hook = now.hooks.find(({ id }) => id === delivery.hookId);
    if (!hook) continue;
    const sent = await signedDelivery(repository.host, delivery, { secret: hook.secret, now: world.clock() });
    const { id, key, event, createdAt, answers } = delivery;
    listed.push({ id, key, event, createdAt, answers, url: hook.url, ...sent });
  }
  return listed;
}

/** Takes webhooks as if they were being sent; only those not taken before, unless `all`. */
export async function takeDeliveries(world: HostWorld, repository: SimulatedRepository, all: boolean) {
  const listed = await listDeliveries(world, repository);
  const taken = listed.filter(({ answers }) => all || answers.length === 0);
  for (const { key } of taken) await noteAnswer(world, repository, { key, status: 0 });
  return taken.map(({ id, event, url, headers, body }) => ({ id, event, url, headers, body }));
}

/** Records the receiver's response status; 0 while it is unknown. */
export async function noteAnswer(
  world: HostWorld,
  repository: SimulatedRepository,
  { key, status }: { key: string; status: number },
) {
  await world.store.change("delivery", placeOf(repository), key, (delivery) => {
    delivery.answers.push(status);
    return { at: delivery.createdAt, result: null };
  });
}
