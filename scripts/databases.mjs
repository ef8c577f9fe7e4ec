// The D1 databases of wrangler.toml: the identity database and the tenants' shards.
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

// Required: an import would first scan its twelve megabytes for the names it exports, which takes a second.
const { unstable_readConfig: readConfig } = createRequire(import.meta.url)("wrangler");

const SHARD = "TENANTS_";

/** With their platform names; the directory first, then the shards, oldest first. */
export const databases = readConfig({ config: fileURLToPath(new URL("../wrangler.toml", import.meta.url)) })
  .d1_databases.map(({ binding, database_name: name, database_id: id }) => ({
    ...{ binding, name: name ?? binding, id: id ?? binding },
    shard: binding.startsWith(SHARD) ? binding.slice(SHARD.length) : null,
  }))
  .sort((a, b) => Number(a.shard) - Number(b.shard));

export const shards = databases.flatMap(({ shard }) => (shard === null ? [] : [shard]));

/** The shard for tenants created by seeds and tests: the newest, as for new sign-ups. */
export const newestShard = shards.at(-1);
