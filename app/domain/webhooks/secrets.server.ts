import { sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import type { Ctx } from "~/domain/shared/context";
import { decryptSecret, encryptSecret, prefixInUse } from "~/domain/shared/encryption.server";
import { livesHere } from "~/domain/shared/shards.server";

export interface EndpointKey {
  orgId: string;
  endpointId: string;
}

const rowOf = ({ orgId, endpointId }: EndpointKey) => `webhook-endpoint ${orgId} ${endpointId}`;

/** A signing secret for the database, bound to its endpoint. */
export function encryptSigningSecret(ctx: Ctx, endpoint: EndpointKey, secret: string): Promise<string> {
  return encryptSecret(ctx, rowOf(endpoint), secret);
}

/** @throws when it was encrypted with a key that is not set, or is another endpoint's */
export function decryptSigningSecret(ctx: Ctx, endpoint: EndpointKey, encrypted: string): Promise<string> {
  return decryptSecret(ctx, rowOf(endpoint), encrypted);
}

const BATCH = 100;

/** As `reencryptTokens` of banks: encrypts with the key in use what was encrypted with another; how many it changed. */
export async function reencryptSigningSecrets(ctx: Ctx): Promise<number> {
  return (await reencrypt(ctx, "secret")) + (await reencrypt(ctx, "previous_secret"));
}

async function reencrypt(ctx: Ctx, name: "secret" | "previous_secret"): Promise<number> {
  const prefix = await prefixInUse(ctx);
  const column = sql.raw(name);
  const rows = await ctx.db.all<EndpointKey & { encrypted: string }>(sql`
    SELECT ${sql.raw(acrossTenants)} org_id AS orgId, id AS endpointId, ${column} AS encrypted FROM webhook_endpoints
    WHERE ${column} IS NOT NULL AND substr(${column}, 1, ${prefix.length}) <> ${prefix} AND ${livesHere(sql`org_id`)} LIMIT ${BATCH}`);
  let changed = 0;
  for (const { encrypted, ...endpoint } of rows) {
    const secret = await decryptSigningSecret(ctx, endpoint, encrypted).catch(() => null);
    if (secret === null) continue;
    const anew = await encryptSigningSecret(ctx, endpoint, secret);
    await ctx.db.run(sql`UPDATE webhook_endpoints SET ${column} = ${anew}
      WHERE org_id = ${endpoint.orgId} AND id = ${endpoint.endpointId} AND ${column} = ${encrypted}`);
    changed += 1;
  }
  return changed;
}
