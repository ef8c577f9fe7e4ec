import { sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import type { Ctx } from "~/domain/shared/context";
import { decryptSecret, encryptSecret, prefixInUse } from "~/domain/shared/secrets/encryption.server";
import { type RenewOptions, renewSecrets, unlessRenewed } from "~/domain/shared/secrets/renew-secrets.server";
import { isOnThisShard } from "~/domain/shared/shards.server";

export interface EndpointKey {
  orgId: string;
  endpointId: string;
}

const rowOf = ({ orgId, endpointId }: EndpointKey) => `webhook-endpoint ${orgId} ${endpointId}`;

/** Encrypts a signing secret for storage, bound to its endpoint. */
export function encryptSigningSecret(ctx: Ctx, endpoint: EndpointKey, secret: string): Promise<string> {
  return encryptSecret(ctx, rowOf(endpoint), secret);
}

/** @throws if the key it was encrypted with is not configured, or if it belongs to another endpoint */
export function decryptSigningSecret(ctx: Ctx, endpoint: EndpointKey, encrypted: string): Promise<string> {
  return decryptSecret(ctx, rowOf(endpoint), encrypted);
}

/** Re-encrypts secrets encrypted with a previous key, like `reencryptTokens` for banks. Returns the number changed. */
export async function reencryptSigningSecrets(ctx: Ctx, options?: RenewOptions): Promise<number> {
  return (await renew(ctx, "secret", options)) + (await renew(ctx, "previous_secret", options));
}

async function renew(ctx: Ctx, name: "secret" | "previous_secret", options?: RenewOptions): Promise<number> {
  const prefix = await prefixInUse(ctx);
  const column = sql.raw(name);
  return renewSecrets<EndpointKey & { encrypted: string | null }>(
    ctx,
    {
      name: `webhook-endpoints-${name}`,
      key: ["org_id", "id"],
      keyOf: ({ orgId, endpointId }) => [orgId, endpointId],
      page: ({ after, order, limit }) =>
        ctx.db.all(sql`
          SELECT ${sql.raw(acrossTenants)} org_id AS orgId, id AS endpointId, ${unlessRenewed(name, prefix)} AS encrypted FROM webhook_endpoints
          WHERE ${after} AND ${isOnThisShard(sql`org_id`)} ORDER BY ${order} LIMIT ${limit}`),
      renew: async ({ encrypted, ...endpoint }) => {
        const secret = encrypted && (await decryptSigningSecret(ctx, endpoint, encrypted).catch(() => null));
        if (!secret) return null;
        const anew = await encryptSigningSecret(ctx, endpoint, secret);
        return [
          ctx.db.run(sql`UPDATE webhook_endpoints SET ${column} = ${anew}
            WHERE org_id = ${endpoint.orgId} AND id = ${endpoint.endpointId} AND ${column} = ${encrypted}`),
        ];
      },
    },
    options,
  );
}
