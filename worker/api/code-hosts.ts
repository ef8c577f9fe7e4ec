import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import {
  type ConnectionView,
  connectHost,
  disconnectHost,
  hostRepositories,
  readConnection,
} from "~/domain/code-hosts/connection.server";
import { HOST_KINDS, HOST_NAMES, type HostKind } from "~/domain/code-hosts/host";
import { GithubToken, GitlabToken, RepositoryList } from "~/domain/code-hosts/schema";
import type { HonoEnv } from "../env";
import { json, jsonRequest, noContent, operation } from "./operation";

const tags = ["Code hosts"];

const Profile = z.object({
  host: z.enum(HOST_KINDS),
  status: z.enum(["connected", "revoked"]).describe("`revoked`: the host no longer accepts the token"),
  baseUrl: z.string(),
  login: z.string(),
  name: z.string().nullable(),
  profileUrl: z.string(),
  scopes: z.array(z.string()).nullable().describe("Null where the host does not tell, as of fine-grained tokens"),
  tokenExpiresAt: z.string().nullable(),
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
      canAdmin: z.boolean().describe("Whether webhooks can be added"),
    }),
  ),
  nextCursor: z.string().nullable(),
  total: z.null().describe("The host does not tell"),
});

const bodies = { github: GithubToken, gitlab: GitlabToken };

export const codeHosts = new OpenAPIHono<HonoEnv>();

for (const host of HOST_KINDS) register(host, HOST_NAMES[host]);

function register(host: HostKind, name: string): void {
  codeHosts.openapi(
    operation("system.admin", {
      method: "post",
      path: `/${host}/token`,
      tags,
      summary: `Connect ${name} with an access token, which is tried at once; a new one of the same account replaces it`,
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
      summary: `Disconnect ${name} and forget its access token`,
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
      summary: `List the repositories that the access token reaches, asked of ${name} now`,
      request: { query: RepositoryList },
      responses: { 200: json(Repositories) },
    }),
    async (c) => {
      const { items, next } = await hostRepositories(c.var.ctx, host, c.req.valid("query"));
      return c.json({ items, nextCursor: next, total: null }, 200);
    },
  );
}
