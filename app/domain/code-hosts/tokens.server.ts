import { and, eq, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { codeHostConnections } from "#drizzle/schema/code-hosts";
import type { Ctx } from "~/domain/shared/context";
import { decryptSecret, encryptSecret, prefixInUse } from "~/domain/shared/encryption.server";
import { livesHere } from "~/domain/shared/shards.server";
import type { HostKind } from "./host";

/** A business's connection to a code host. */
export interface ConnectionKey {
  orgId: string;
  host: HostKind;
}

export const isConnection = ({ orgId, host }: ConnectionKey) =>
  and(eq(codeHostConnections.orgId, orgId), eq(codeHostConnections.host, host));

/** An access token for the database, bound to its connection. */
export function encryptToken(ctx: Ctx, connection: ConnectionKey, token: string): Promise<string> {
  return encryptSecret(ctx, rowOf(connection), token);
}

/** @throws when it was encrypted with a key that is not set, or is another connection's */
export function decryptToken(ctx: Ctx, connection: ConnectionKey, encrypted: string): Promise<string> {
  return decryptSecret(ctx, rowOf(connection), encrypted);
}

const rowOf = ({ orgId, host }: ConnectionKey) => `code-host ${orgId} ${host}`;

const BATCH = 100;

/** As `reencryptTokens` of banks: encrypts with the key in use what was encrypted with another; how many it changed. */
export async function reencryptHostTokens(ctx: Ctx): Promise<number> {
  return (await reencrypt(ctx, "access_token")) + (await reencrypt(ctx, "refresh_token"));
}

async function reencrypt(ctx: Ctx, name: "access_token" | "refresh_token"): Promise<number> {
  const prefix = await prefixInUse(ctx);
  const column = sql.raw(name);
  const rows = await ctx.db.all<{ orgId: string; host: HostKind; encrypted: string }>(sql`
    SELECT ${sql.raw(acrossTenants)} org_id AS orgId, host, ${column} AS encrypted FROM code_host_connections
    WHERE ${column} IS NOT NULL AND substr(${column}, 1, ${prefix.length}) <> ${prefix} AND ${livesHere(sql`org_id`)} LIMIT ${BATCH}`);
  let changed = 0;
  for (const { encrypted, ...connection } of rows) {
    const token = await decryptToken(ctx, connection, encrypted).catch(() => null);
    if (token === null) continue;
    const anew = await encryptToken(ctx, connection, token);
    await ctx.db.run(sql`UPDATE code_host_connections SET ${column} = ${anew}
      WHERE org_id = ${connection.orgId} AND host = ${connection.host} AND ${column} = ${encrypted}`);
    changed += 1;
  }
  return changed;
}
