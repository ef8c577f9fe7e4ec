import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { openConflicts, resolveConflict } from "~/domain/code-hosts/conflicts.server";
import {
  type ConnectionView,
  connectHost,
  disconnectHost,
  hostRepositories,
  readConnection,
} from "~/domain/code-hosts/connection.server";
import { HOST_KINDS, HOST_NAMES, type HostKind, TOKEN_KINDS } from "~/domain/code-hosts/host";
import { createOnHost } from "~/domain/code-hosts/issue-link.server";
import { LOG_KINDS, LOG_OUTCOMES } from "~/domain/code-hosts/log";
import { hostPeople, mapPerson } from "~/domain/code-hosts/people.server";
import { ConflictChoice, ConflictFilter, GithubToken, GitlabToken, RepositoryList } from "~/domain/code-hosts/schema";
import {
  Backfill,
  HostName,
  LogFilter,
  PeopleFilter,
  PersonAt,
  PersonMapping,
  RepositoryAt,
  RepositoryRules,
} from "~/domain/code-hosts/sync/schema";
import { retryEntry, retryFailed, syncLog } from "~/domain/code-hosts/sync/sync-log.server";
import { CREATION_RULES, DIRECTIONS, FIELD_RULES, SYNCED_FIELDS } from "~/domain/code-hosts/sync/sync-rules";
import {
  backfill,
  changeRules,
  dryRun,
  resumeCreations,
  resync,
  type SyncedRepository as Stored,
  syncSettings,
} from "~/domain/code-hosts/sync/sync-settings.server";
import { HOOK_STATES } from "~/domain/code-hosts/webhook-health";
import { notFound } from "~/domain/shared/errors";
import { json, jsonRequest, noContent, operation } from "./operation";

const tags = ["Code hosts"];

const Profile = z.object({
  host: z.enum(HOST_KINDS),
  status: z.enum(["connected", "revoked"]).describe("`revoked`: the code host no longer accepts the token"),
  baseUrl: z.string(),
  login: z.string(),
  name: z.string().nullable(),
  profileUrl: z.string(),
  scopes: z
    .array(z.string())
    .nullable()
    .describe("Null if the code host does not return them, as for fine-grained tokens"),
  tokenExpiresAt: z.string().nullable(),
  tokenKind: z.enum(TOKEN_KINDS).describe("`oauth`: from signing in at the code host"),
  connectedAt: z.string(),
  connectedBy: z.string().nullable(),
});

const profileOf = ({ missingScopes: _, checkedAt: __, status, ...view }: ConnectionView): z.input<typeof Profile> => ({
  ...view,
  status: status === "revoked" ? "revoked" : "connected",
});

const Repositories = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      fullName: z.string(),
      url: z.string(),
      description: z.string().nullable(),
      isPrivate: z.boolean(),
      isArchived: z.boolean(),
      hasIssues: z.boolean(),
      canWrite: z.boolean(),
      canAdmin: z.boolean().describe("True if webhooks can be added"),
    }),
  ),
  nextCursor: z.string().nullable(),
  total: z.null().describe("Always null: the code host does not return it"),
});

const Rules = z.object({
  direction: z.enum(DIRECTIONS),
  labels: z.array(z.string()).describe("An issue needs one of them to be synced; if empty, all issues are synced"),
  includeConfidential: z.boolean(),
  projectId: z.string().nullable(),
  creates: z
    .enum(CREATION_RULES)
    .describe("`project`: every issue added to the project here is created in the repository"),
  fieldRules: z.partialRecord(z.enum(SYNCED_FIELDS), z.enum(FIELD_RULES)),
});

const SyncedRepository = Rules.extend({
  ...{ host: z.enum(HOST_KINDS), id: z.string(), fullName: z.string(), url: z.string() },
  ...{ canWrite: z.boolean(), canAdmin: z.boolean(), version: z.int(), issueCount: z.int() },
  ...{ importedAt: z.string().nullable(), lastReadAt: z.string().nullable(), problem: z.string().nullable() },
  webhook: z.object({
    isThere: z.boolean(),
    ...{ state: z.enum(HOOK_STATES).nullable(), detail: z.string().nullable(), failures: z.int() },
    ...{ lastAt: z.string().nullable(), refused: z.int(), lastRefusedAt: z.string().nullable() },
  }),
  creationsStoppedAt: z.string().nullable(),
});

function repositoryOf(row: Stored): z.input<typeof SyncedRepository> {
  const { hookId, hookState, hookDetail, hookFailures, lastWebhookAt, refusedWebhooks, lastRefusedAt, ...rest } = row;
  const { checkedAt: _, labels, ...facts } = rest;
  return {
    ...{ ...facts, labels: [...labels] },
    webhook: {
      ...{ isThere: hookId !== null, state: hookState, detail: hookDetail, failures: hookFailures },
      ...{ lastAt: lastWebhookAt, refused: refusedWebhooks, lastRefusedAt },
    },
  };
}

const People = z.object({
  items: z.array(
    z.object({
      ...{ host: z.enum(HOST_KINDS), login: z.string(), userId: z.string().nullable(), name: z.string().nullable() },
    }),
  ),
  nextCursor: z.string().nullable(),
  total: z.null(),
});

const LogEntries = z.object({
  items: z.array(
    z.object({
      ...{ id: z.string(), host: z.enum(HOST_KINDS), repositoryId: z.string(), repository: z.string().nullable() },
      ...{ number: z.int().nullable(), issueNumber: z.int().nullable(), kind: z.enum(LOG_KINDS) },
      ...{ outcome: z.enum(LOG_OUTCOMES), detail: z.string(), at: z.string(), settledAt: z.string().nullable() },
      canRetry: z.boolean(),
    }),
  ),
  nextCursor: z.string().nullable(),
  total: z.null(),
});

const Counted = z.object({ count: z.int() });

const bodies = { github: GithubToken, gitlab: GitlabToken };

export const codeHosts = new OpenAPIHono<HonoEnv>();

const At = z.object({ host: z.string().max(100).describe("`github` or `gitlab`"), repositoryId: z.string().max(100) });

function repositoryAt(params: z.output<typeof At>): RepositoryAt {
  const { data } = RepositoryAt.safeParse(params);
  if (!data) throw notFound();
  return data;
}

const AccountAt = z.object({ host: At.shape.host, login: z.string().max(255) });

function personAt(params: z.output<typeof AccountAt>): PersonAt {
  const { data } = PersonAt.safeParse(params);
  if (!data) throw notFound();
  return data;
}

const at = "/code-hosts/{host}/repositories/{repositoryId}" as const;

codeHosts.openapi(
  operation("system.admin", {
    method: "get",
    path: "/code-hosts/repositories",
    tags,
    summary: "List synced repositories",
    description: "Each with its rules and the health of its webhook.",
    responses: { 200: json(z.object({ items: z.array(SyncedRepository) })) },
  }),
  async (c) => c.json({ items: (await syncSettings(c.var.ctx)).repositories.map(repositoryOf) }, 200),
);

codeHosts.openapi(
  operation("system.admin", {
    method: "put",
    path: `${at}/rules`,
    tags,
    summary: "Update a repository's sync rules",
    description: "Which of its issues are synced, and in which direction.",
    request: { params: At, body: jsonRequest(RepositoryRules) },
    responses: { 200: json(SyncedRepository) },
  }),
  async (c) =>
    c.json(repositoryOf(await changeRules(c.var.ctx, repositoryAt(c.req.valid("param")), c.req.valid("json"))), 200),
);

codeHosts.openapi(
  operation("system.admin", {
    method: "post",
    path: `${at}/sync`,
    tags,
    summary: "Sync a repository now",
    description: "Also checks its webhook.",
    request: { params: At },
    responses: { 204: noContent },
  }),
  async (c) => {
    await resync(c.var.ctx, repositoryAt(c.req.valid("param")));
    return c.body(null, 204);
  },
);

codeHosts.openapi(
  operation("system.admin", {
    method: "post",
    path: `${at}/resume`,
    tags,
    summary: "Resume creating issues in a repository",
    description: "Creating stops when too many issues were created within an hour.",
    request: { params: At },
    responses: { 204: noContent },
  }),
  async (c) => {
    await resumeCreations(c.var.ctx, repositoryAt(c.req.valid("param")));
    return c.body(null, 204);
  },
);

const DryRun = z.object({
  ...{ count: z.int(), isMore: z.boolean().describe("True if there may be more than were counted") },
  left: z.array(z.object({ reason: z.string(), count: z.int() })).describe("Issues that are not synced, and why"),
});

codeHosts.openapi(
  operation("system.admin", {
    method: "get",
    path: `${at}/backfill`,
    tags,
    summary: "Preview a backfill",
    description: "Counts the issues it would copy in each direction. Nothing is copied.",
    request: { params: At },
    responses: { 200: json(z.object({ fromHost: DryRun, toHost: DryRun })) },
  }),
  async (c) => {
    const of = repositoryAt(c.req.valid("param"));
    const [fromHost, toHost] = await Promise.all([
      dryRun(c.var.ctx, of, { direction: "from_host" }),
      dryRun(c.var.ctx, of, { direction: "to_host" }),
    ]);
    return c.json({ fromHost, toHost }, 200);
  },
);

codeHosts.openapi(
  operation("system.admin", {
    method: "post",
    path: `${at}/backfill`,
    tags,
    summary: "Start a backfill",
    description: "Copies the issues that exist on one side only.",
    request: { params: At, body: jsonRequest(Backfill) },
    responses: { 202: json(z.object({ count: z.int().nullable().describe("Null if it is not known yet") })) },
  }),
  async (c) => c.json(await backfill(c.var.ctx, repositoryAt(c.req.valid("param")), c.req.valid("json")), 202),
);

codeHosts.openapi(
  operation("system.admin", {
    method: "get",
    path: "/code-hosts/people",
    tags,
    summary: "List assignee mappings",
    description: "The accounts that issues are assigned to on code hosts, and the member each is mapped to.",
    request: { query: PeopleFilter },
    responses: { 200: json(People) },
  }),
  async (c) => {
    const { items, nextCursor } = await hostPeople(c.var.ctx, c.req.valid("query"));
    return c.json({ items, nextCursor, total: null }, 200);
  },
);

codeHosts.openapi(
  operation("system.admin", {
    method: "put",
    path: "/code-hosts/{host}/people/{login}",
    tags,
    summary: "Update an assignee mapping",
    description: "Maps an account of a code host to a member, or to none.",
    request: { params: AccountAt, body: jsonRequest(PersonMapping) },
    responses: { 204: noContent },
  }),
  async (c) => {
    await mapPerson(c.var.ctx, personAt(c.req.valid("param")), c.req.valid("json"));
    return c.body(null, 204);
  },
);

const HostAt = At.pick({ host: true });

function hostAt({ host }: z.output<typeof HostAt>): HostKind {
  const { data } = HostName.safeParse(host);
  if (!data) throw notFound();
  return data;
}

const Side = z.enum(["ours", "theirs"]);

codeHosts.openapi(
  operation("system.admin", {
    method: "get",
    path: "/code-hosts/{host}/conflicts",
    tags,
    summary: "List sync conflicts",
    description: "Texts that were changed on both sides and are not resolved, newest first.",
    request: { params: HostAt, query: ConflictFilter },
    responses: {
      200: json(
        z.object({
          items: z.array(
            z.object({
              ...{ id: z.string(), issueNumber: z.int(), issueTitle: z.string(), at: z.string() },
              field: z.string().describe("`title`, `body`, `milestone` or `comment`"),
              ours: z.string().describe("The text here, cut off at 4,000 characters"),
              theirs: z.string().describe("The text on the code host, cut off at 4,000 characters"),
              winner: Side.describe("The text that both sides have now"),
            }),
          ),
          nextCursor: z.string().nullable(),
          total: z.null(),
        }),
      ),
    },
  }),
  async (c) => {
    const { items, nextCursor } = await openConflicts(c.var.ctx, hostAt(c.req.valid("param")), c.req.valid("query"));
    const rows = items.map(({ number, title, ...row }) => ({ ...row, issueNumber: number, issueTitle: title }));
    return c.json({ items: rows, nextCursor, total: null }, 200);
  },
);

codeHosts.openapi(
  operation("system.admin", {
    method: "post",
    path: "/code-hosts/{host}/conflicts/{conflictId}/resolve",
    tags,
    summary: "Resolve a sync conflict",
    description: "Keeps the current text, or replaces it with the other one on both sides.",
    request: { params: HostAt.extend({ conflictId: z.string().max(100) }), body: jsonRequest(ConflictChoice) },
    responses: { 200: json(z.object({ id: z.string().describe("Id of the issue"), number: z.int() })) },
  }),
  async (c) => {
    const { conflictId, ...params } = c.req.valid("param");
    return c.json(await resolveConflict(c.var.ctx, hostAt(params), { ...c.req.valid("json"), conflictId }), 200);
  },
);

codeHosts.openapi(
  operation("system.admin", {
    method: "get",
    path: "/code-hosts/log",
    tags,
    summary: "List sync log entries",
    description: "What was synced, what was ignored and why, and what failed, newest first.",
    request: { query: LogFilter },
    responses: { 200: json(LogEntries) },
  }),
  async (c) => {
    const { items, nextCursor } = await syncLog(c.var.ctx, c.req.valid("query"));
    return c.json({ items, nextCursor, total: null }, 200);
  },
);

codeHosts.openapi(
  operation("system.admin", {
    method: "post",
    path: "/code-hosts/log/retry",
    tags,
    summary: "Retry all failed sync log entries",
    responses: { 200: json(Counted) },
  }),
  async (c) => c.json(await retryFailed(c.var.ctx), 200),
);

codeHosts.openapi(
  operation("system.admin", {
    method: "post",
    path: "/code-hosts/log/{entryId}/retry",
    tags,
    summary: "Retry a failed sync log entry",
    request: { params: z.object({ entryId: z.string().max(100) }) },
    responses: { 200: json(Counted) },
  }),
  async (c) => c.json(await retryEntry(c.var.ctx, c.req.valid("param").entryId), 200),
);

codeHosts.openapi(
  operation("issues.write", {
    method: "post",
    path: "/issues/{id}/code-host",
    tags,
    summary: "Create an issue on a code host",
    description: "Creates it in a repository and keeps both in sync.",
    request: { params: z.object({ id: z.string().max(100) }), body: jsonRequest(RepositoryAt) },
    responses: { 202: json(z.object({ id: z.string() })) },
  }),
  async (c) => c.json(await createOnHost(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 202),
);

for (const host of HOST_KINDS) register(host, HOST_NAMES[host]);

function register(host: HostKind, name: string): void {
  codeHosts.openapi(
    operation("system.admin", {
      method: "post",
      path: `/${host}/token`,
      tags,
      summary: `Connect ${name}`,
      description:
        "Takes an access token, which is tested at once. A new token from the same account replaces the stored one.",
      request: { body: jsonRequest(bodies[host]) },
      responses: { 201: json(Profile) },
    }),
    async (c) => c.json(profileOf(await connectHost(c.var.ctx, host, c.req.valid("json"))), 201),
  );

  codeHosts.openapi(
    operation("system.admin", {
      method: "delete",
      path: `/${host}/token`,
      tags,
      summary: `Disconnect ${name}`,
      description: "Deletes its access token.",
      responses: { 204: noContent },
    }),
    async (c) => {
      await disconnectHost(c.var.ctx, host);
      return c.body(null, 204);
    },
  );

  codeHosts.openapi(
    operation("system.admin", {
      method: "get",
      path: `/${host}/profile`,
      tags,
      summary: `Get the connected ${name} account`,
      responses: { 200: json(Profile) },
    }),
    async (c) => c.json(profileOf(await readConnection(c.var.ctx, host)), 200),
  );

  codeHosts.openapi(
    operation("system.admin", {
      method: "get",
      path: `/${host}/repos`,
      tags,
      summary: `List ${name} repositories`,
      description: `Those the access token can reach, requested from ${name} now.`,
      request: { query: RepositoryList },
      responses: { 200: json(Repositories) },
    }),
    async (c) => {
      const { items, next } = await hostRepositories(c.var.ctx, host, c.req.valid("query"));
      return c.json({ items, nextCursor: next, total: null }, 200);
    },
  );
}
