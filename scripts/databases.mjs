// The D1 databases of wrangler.toml: one of identity, and the shards of the tenants.
import { fileURLToPath } from "node:url";
import { unstable_readConfig as readConfig } from "wrangler";

const SHARD = "TENANTS_";

/** With the name that the platform knows each by; the directory first, then the shards, the oldest first. */
export const databases = readConfig({ config: fileURLToPath(new URL("../wrangler.toml", import.meta.url)) })
  .d1_databases.map(({ binding, database_name: name, database_id: id }) => ({
    ...{ binding, name: name ?? binding, id: id ?? binding },
    shard: binding.startsWith(SHARD) ? binding.slice(SHARD.length) : null,
  }))
  .sort((a, b) => Number(a.shard) - Number(b.shard));

export const shards = databases.flatMap(({ shard }) => (shard === null ? [] : [shard]));

/** Where tenants live that seeds and tests make: the newest, as with those that sign up. */
export const newestShard = shards.at(-1);
