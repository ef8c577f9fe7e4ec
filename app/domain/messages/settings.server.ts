import { sql } from "drizzle-orm";
import { messageSettings, messageTemplates } from "#drizzle/schema/messages";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, staleVersion } from "~/domain/shared/errors";
import { allowAdmin } from "~/domain/shared/permissions";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { DEFAULT_QUIET, type QuietHours } from "./delivery";
import type { MessageSettingsInput } from "./schema";
import { TEMPLATE_KEYS, TEMPLATES, type TemplateKey } from "./templates";

export async function quietHoursOf(ctx: Ctx, { orgId }: Pick<Member, "orgId">): Promise<QuietHours> {
  const [row] = await ctx.db.all<QuietHours>(
    sql`SELECT quiet_from AS "from", quiet_to AS "to" FROM message_settings WHERE org_id = ${orgId}`,
  );
  return row ?? DEFAULT_QUIET;
}

/** The text of each template: the business's own, or the default. */
export async function templatesOf(ctx: Ctx, { orgId }: Pick<Member, "orgId">): Promise<Record<TemplateKey, string>> {
  const rows = await ctx.db.all<{ key: TemplateKey; body: string }>(
    sql`SELECT key, body FROM message_templates WHERE org_id = ${orgId}`,
  );
  const own = new Map(rows.map(({ key, body }) => [key, body]));
  const bodies = TEMPLATE_KEYS.map((key) => [key, own.get(key) ?? TEMPLATES[key].body]);
  // Guarantee: one per key.
  return Object.fromEntries(bodies) as Record<TemplateKey, string>;
}

/** Templates, quiet hours and the number for texts, for members who manage settings. */
export async function messageSettingsOf(ctx: Ctx) {
  const me = allowAdmin(ctx);
  const [[stored], bodies] = await Promise.all([
    ctx.db.all<QuietHours & { version: number }>(
      sql`SELECT quiet_from AS "from", quiet_to AS "to", version FROM message_settings WHERE org_id = ${me.orgId}`,
    ),
    templatesOf(ctx, me),
  ]);
  const { from, to } = stored ?? DEFAULT_QUIET;
  return {
    ...{ quietFrom: from, quietTo: to, version: stored?.version ?? 0, templates: bodies },
    texts: { kind: ctx.providers.texts.kind, number: ctx.providers.texts.numberOf(me) },
  };
}

/**
 * Saves quiet hours and templates; a template equal to the default is stored as the default.
 * @throws DomainError conflict with `{ current }`
 */
export async function saveMessageSettings(
  ctx: Ctx,
  { version, quietFrom, quietTo, templates }: MessageSettingsInput,
): Promise<{ version: number }> {
  const me = allowAdmin(ctx);
  return once(ctx, "saveMessageSettings", { version, quietFrom, quietTo, templates }, async (write) => {
    const before = await messageSettingsOf(ctx);
    if (before.version !== version) throw staleVersion("settings", before);
    const updatedAt = ctx.now.toISOString();
    const own = TEMPLATE_KEYS.map((key) => ({ key, body: templates[key] }));
    return write(me, {
      writes: [
        version === 0
          ? ctx.db.insert(messageSettings).values({ orgId: me.orgId, quietFrom, quietTo, updatedAt })
          : ctx.db
              .update(messageSettings)
              .set({ quietFrom, quietTo, version: version + 1, updatedAt })
              .where(sql`${messageSettings.orgId} = ${me.orgId} AND ${messageSettings.version} = ${version}`),
        assertRowChanged(ctx, "stale"),
        ...own.map(({ key, body }) =>
          body === TEMPLATES[key].body
            ? ctx.db
                .delete(messageTemplates)
                .where(sql`${messageTemplates.orgId} = ${me.orgId} AND ${messageTemplates.key} = ${key}`)
            : ctx.db
                .insert(messageTemplates)
                .values({ orgId: me.orgId, key, body, updatedAt })
                .onConflictDoUpdate({
                  target: [messageTemplates.orgId, messageTemplates.key],
                  set: { body, updatedAt },
                }),
        ),
      ],
      audit: [
        {
          ...{ action: "message_settings.update", entity: "organization", entityId: me.orgId },
          before: { quietFrom: before.quietFrom, quietTo: before.quietTo, templates: before.templates },
          after: { quietFrom, quietTo, templates },
        },
      ],
      result: { version: version + 1 },
      refusals: {
        stale: () => staleVersion("settings", before),
        "message_settings.org_id": () => new DomainError("conflict", "Someone else just changed these settings."),
      },
    });
  });
}
