/** One of the tenants' databases. */
interface Shard {
  name: string;
  /** One of D1's locations; null if unknown. */
  region: string | null;
  /** The last measured size; 0 if never measured. */
  bytes: number;
}

/** D1's locations near each continent, nearest first. */
const NEAR: Readonly<Record<string, readonly string[]>> = {
  NA: ["enam", "wnam"],
  SA: ["enam", "wnam"],
  EU: ["weur", "eeur"],
  AF: ["weur", "eeur"],
  AS: ["apac", "oc"],
  OC: ["oc", "apac"],
};

/** Existing tenants keep growing: a database fuller than this gets no new ones while another has room. */
const FULL_BYTES = 7_000_000_000;

/**
 * Chooses the shard of a new business or household: nearest to the sign-up, and there the newest database with room. If none has
 * room, the emptiest. `continent`: two letters as reported by the network; null if unknown.
 */
export function chooseShard(shards: readonly Shard[], continent: string | null): string {
  const near = NEAR[continent ?? ""] ?? [];
  const distance = ({ region }: Shard) => {
    const at = region === null ? -1 : near.indexOf(region);
    return at === -1 ? near.length : at;
  };
  const open = shards.filter(({ bytes }) => bytes < FULL_BYTES);
  const closest = Math.min(...open.map(distance));
  const chosen =
    open.findLast((shard) => distance(shard) === closest) ?? [...shards].sort((a, b) => a.bytes - b.bytes)[0];
  if (!chosen) throw new Error("there is no database for tenants");
  return chosen.name;
}
