import { and, eq, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { codeHostConnections } from "#drizzle/schema/code-hosts";
import type { Ctx } from "~/domain/shared/context";
import { decryptSecret, encryptSecret, prefixInUse } from "~/domain/shared/secrets/encryption.server";
import { type RenewOptions, renewSecrets, unlessRenewed } from "~/domain/shared/secrets/renew-secrets.server";
import { isOnThisShard } from "~/domain/shared/shards.server";
import type { HostKind } from "./host";

/** A business's connection to a code host. */
export interface ConnectionKey {
  orgId: string;
  host: HostKind;
}

export const isConnection = ({ orgId, host }: ConnectionKey) =>
  and(eq(codeHostConnections.orgId, orgId), eq(codeHostConnections.host, host));

/** Encrypts an access token for the database, bound to its connection. */
export function encryptToken(ctx: Ctx, connection: ConnectionKey, token: string): Promise<string> {
  return encryptSecret(ctx, rowOf(connection), token);
}

/** @throws if it was encrypted with a key that is not configured, or belongs to another connection */
export function decryptToken(ctx: Ctx, connection: ConnectionKey, encrypted: string): Promise<string> {
  return decryptSecret(ctx, rowOf(connection), encrypted);
}

const rowOf = ({ orgId, host }: ConnectionKey) => `code-host ${orgId} ${host}`;

/**
 * Like `reencryptTokens` for banks: encrypts with the current key what was encrypted with another. Returns how many were
 * changed.
 */
export async function reencryptHostTokens(ctx: Ctx, options?: RenewOptions): Promise<number> {
  return (await renew(ctx, "access_token", options)) + (await renew(ctx, "refresh_token", options));
}

async function renew(ctx: Ctx, name: "access_token" | "refresh_token", options?: RenewOptions): Promise<number> {
  const prefix = await prefixInUse(ctx);
  const column = sql.raw(name);
  return renewSecrets<ConnectionKey & { encrypted: string | null }>(
    ctx,
    {
      ...{ name: `code-hosts-${name}`, key: ["org_id", "host"], keyOf: ({ orgId, host }) => [orgId, host] },
      page: ({ after, order, limit }) =>
        ctx.db.all(sql`
          SELECT ${sql.raw(acrossTenants)} org_id AS orgId, host, ${unlessRenewed(name, prefix)} AS encrypted FROM code_host_connections
          WHERE ${after} AND ${isOnThisShard(sql`org_id`)} ORDER BY ${order} LIMIT ${limit}`),
      renew: async ({ encrypted, ...connection }) => {
        const token = encrypted && (await decryptToken(ctx, connection, encrypted).catch(() => null));
        if (!token) return null;
        const anew = await encryptToken(ctx, connection, token);
        return [
          ctx.db.run(sql`UPDATE code_host_connections SET ${column} = ${anew}
            WHERE org_id = ${connection.orgId} AND host = ${connection.host} AND ${column} = ${encrypted}`),
        ];
      },
    },
    options,
  );
}
