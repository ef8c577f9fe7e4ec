import { sql } from "drizzle-orm";
import { z } from "zod";
import { acrossCopies } from "#drizzle/d1/guard";
import type { Ctx } from "~/domain/shared/context";
import { linkGone } from "~/domain/shared/secrets/signed-links.server";
import { sign, verify } from "~/domain/shared/secrets/tokens.server";
import { findOnShards } from "~/domain/shared/shards.server";
import { DAY_MS } from "~/domain/shared/time/dates";
import { paths } from "~/paths";

/** The text host fetches a picture soon; carriers may fetch it again later. */
const TTL_MS = 7 * DAY_MS;

const Picture = z.object({ textPicture: z.string(), orgKey: z.int(), until: z.number() });

/** The signed URL under which the text host fetches this message's picture, valid for a week. */
export async function pictureUrl(
  ctx: Ctx,
  { orgKey, messageId }: { orgKey: number; messageId: string },
): Promise<string> {
  const payload: z.output<typeof Picture> = { textPicture: messageId, orgKey, until: ctx.now.getTime() + TTL_MS };
  return `${ctx.request.origin}${paths.textPicture(await sign(payload, ctx.providers.secrets.signing))}`;
}

/** The picture of such a URL. @throws DomainError not_found for an invalid signature or an expired link */
export async function pictureByLink(ctx: Ctx, token: string) {
  const signed = Picture.safeParse(await verify(token, ctx.providers.secrets.signing)).data;
  if (!signed || signed.until < ctx.now.getTime()) throw linkGone();
  const row = await findOnShards(ctx, ({ db }) =>
    db.all<{ orgId: string; key: string | null }>(sql`
    SELECT ${sql.raw(acrossCopies)} o.id AS orgId, m.photo_key AS key FROM tenant_organizations o JOIN messages m ON m.org_id = o.id AND m.id = ${signed.textPicture}
    WHERE o.key = ${signed.orgKey} AND o.deleting = 0`),
  );
  const file = row?.key && (await ctx.providers.files.get(row.key));
  if (!file) throw linkGone();
  return file;
}
