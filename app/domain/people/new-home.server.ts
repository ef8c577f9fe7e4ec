import { databaseSizes } from "#drizzle/schema/operations";
import type { Ctx } from "~/domain/shared/context";
import { chooseHome } from "./new-home";

/** The shard of whoever signs up now. */
export async function newHome(ctx: Ctx): Promise<string> {
  const sizes = await ctx.db.select({ name: databaseSizes.name, bytes: databaseSizes.bytes }).from(databaseSizes);
  const bytes = new Map(sizes.map((size) => [size.name, size.bytes]));
  const shards = ctx.shards.names.map((name) => ({
    ...{ name, region: ctx.shards.regions.get(name) ?? null },
    bytes: bytes.get(`TENANTS_${name}`) ?? 0,
  }));
  return chooseHome(shards, ctx.request.continent);
}
