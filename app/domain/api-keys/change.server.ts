import { and, eq, sql } from "drizzle-orm";
import { apiKeys } from "#drizzle/schema/identity";
import type { Browser } from "~/domain/auth/account.server";
import { confirmPassword } from "~/domain/auth/password/confirm-password.server";
import { copyMessage, copyNow, type TenantCopy } from "~/domain/people/copy-to-tenants.server";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, invalidField, notFound } from "~/domain/shared/errors";
import { allowAdmin, allowPerson } from "~/domain/shared/permissions";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import { assertRowChanged, commitIdentity } from "~/domain/shared/write.server";
import { apiKeyEnd, apiKeyOf, MAX_API_KEYS } from "./api-key";
import type { ApiKeyInput } from "./schema";

/**
 * Creates a key and returns it, only this once: only its hash is stored, so a retry does not get it either, and fails because the
 * name is taken.
 * @throws DomainError invalid for a wrong password or a name already in use; conflict beyond the maximum per business
 */
export async function createApiKey(
  ctx: Ctx,
  { name, permissions, expires, currentPassword }: ApiKeyInput,
  browser: Browser,
): Promise<{ id: string; key: string }> {
  const me = allowAdmin(ctx);
  const { userId } = allowPerson(ctx);
  await confirmPassword(ctx, currentPassword, browser);
  const id = ctx.newId();
  const key = apiKeyOf(ctx.newToken());
  const copy: TenantCopy = { kind: "api_key", orgId: me.orgId, keyId: id };
  const expiresAt = apiKeyEnd(ctx.now, expires);
  await commitIdentity(ctx, me, {
    writes: [
      ctx.db.insert(apiKeys).values({
        ...{ orgId: me.orgId, id, name, permissions, expiresAt },
        ...{ tokenHash: await sha256(key), tokenEnd: key.slice(-4) },
        ...{ createdBy: userId, createdAt: ctx.now.toISOString() },
      }),
    ],
    audit: [{ action: "created", entity: "api_key", entityId: id, after: { name, permissions, expiresAt } }],
    publish: [copyMessage(copy)],
    result: undefined,
    refusals: {
      "api_keys.name": () =>
        invalidField("name", "A key with this name already exists. Choose another name or delete that key"),
      too_many_api_keys: () =>
        new DomainError(
          "conflict",
          `A business can have at most ${MAX_API_KEYS} keys. Delete one that is no longer used.`,
        ),
    },
  });
  await copyNow(ctx, copy);
  return { id, key };
}

/** Deletes a key immediately. Its past writes keep its name. @throws DomainError not_found */
export async function deleteApiKey(ctx: Ctx, id: string): Promise<void> {
  const me = allowAdmin(ctx);
  const name = await findApiKeyName(ctx, id);
  const which = and(eq(apiKeys.orgId, me.orgId), eq(apiKeys.id, id));
  await commitIdentity(ctx, me, {
    writes: [ctx.db.delete(apiKeys).where(which), assertRowChanged(ctx, "api_key_gone")],
    audit: [{ action: "deleted", entity: "api_key", entityId: id, before: { name } }],
    result: undefined,
    refusals: { api_key_gone: apiKeyNotFound },
  });
}

/** @throws DomainError not_found */
export async function findApiKeyName(ctx: Ctx, id: string): Promise<string> {
  const { orgId } = allowAdmin(ctx);
  const [key] = await ctx.db
    .select({ name: apiKeys.name })
    .from(apiKeys)
    .where(and(eq(apiKeys.orgId, orgId), eq(apiKeys.id, id)));
  if (!key) throw apiKeyNotFound();
  return key.name;
}

const apiKeyNotFound = () => notFound("API key not found");

/** A business's keys by name, with who created each. Admin only. */
export async function listApiKeys(ctx: Ctx) {
  const { orgId } = allowAdmin(ctx);
  const rows = await ctx.db.all<ApiKeyRow>(sql`
    SELECT k.id, k.name, k.token_end AS tokenEnd, k.permissions, k.created_at AS createdAt, k.expires_at AS expiresAt,
      k.last_used_at AS lastUsedAt, u.first_name || ' ' || u.last_name AS createdBy
    FROM api_keys k LEFT JOIN users u ON u.id = k.created_by
    WHERE k.org_id = ${orgId} ORDER BY k.name COLLATE NOCASE`);
  return rows.map(({ permissions, ...row }) => {
    const list: unknown = JSON.parse(permissions);
    return {
      ...row,
      permissions: Array.isArray(list) ? list.map(String) : [],
      hasEnded: row.expiresAt !== null && row.expiresAt <= ctx.now.toISOString(),
    };
  });
}

interface ApiKeyRow {
  id: string;
  name: string;
  tokenEnd: string;
  permissions: string;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  /** Null once the account is deleted. */
  createdBy: string | null;
}
