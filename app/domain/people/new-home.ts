/** One of the databases of tenants. */
interface Shard {
  name: string;
  /** Of D1's locations; null where none is said. */
  region: string | null;
  /** As measured last; 0 where nobody looked. */
  bytes: number;
}

/** D1's locations near a continent, the nearest first. */
const NEAR: Readonly<Record<string, readonly string[]>> = {
  NA: ["enam", "wnam"],
  SA: ["enam", "wnam"],
  EU: ["weur", "eeur"],
  AF: ["weur", "eeur"],
  AS: ["apac", "oc"],
  OC: ["oc", "apac"],
};

/** What lives there goes on growing: a database that is fuller than this takes in nobody new while another has room. */
const FULL_BYTES = 7_000_000_000;

/**
 * Where a new business or household is to live: nearest to where it signs up, and there in the newest database that has room.
 * Where none has, in the emptiest. `continent`: two letters, as the network tells; null where it does not.
 */
export function chooseHome(shards: readonly Shard[], continent: string | null): string {
  const near = NEAR[continent ?? ""] ?? [];
  const distance = ({ region }: Shard) => {
    const at = region === null ? -1 : near.indexOf(region);
    return at === -1 ? near.length : at;
  };
  const open = shards.filter(({ bytes }) => bytes < FULL_BYTES);
  const closest = Math.min(...open.map(distance));
  const home =
    open.findLast((shard) => distance(shard) === closest) ?? [...shards].sort((a, b) => a.bytes - b.bytes)[0];
  if (!home) throw new Error("there is no database for tenants");
  return home.name;
}
