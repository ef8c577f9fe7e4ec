/** The region of a tenant's database, by the names that D1 and Durable Objects share; null if none is configured. */
export type RegionOf = (tenantId: string) => DurableObjectLocationHint | null;

/** Every region of D1 is also one of Durable Objects. */
export const regionOf = (
  shards: { regions: ReadonlyMap<string, string>; shardOf: (tenantId: string) => string | null },
  tenantId: string,
): DurableObjectLocationHint | null => {
  const home = shards.shardOf(tenantId);
  const region = home === null ? undefined : shards.regions.get(home);
  // Guarantee: the settings accept only the names of D1's regions.
  return (region as DurableObjectLocationHint | undefined) ?? null;
};

/**
 * Returns the object of that name. A new one is created near the database, since its first request may come from a queue
 * consumer, which can run anywhere. For existing objects, the platform ignores the hint.
 */
export function objectNear<T extends Rpc.DurableObjectBranded | undefined>(
  namespace: DurableObjectNamespace<T>,
  name: string,
  region: DurableObjectLocationHint | null,
): DurableObjectStub<T> {
  const id = namespace.idFromName(name);
  return region === null ? namespace.get(id) : namespace.get(id, { locationHint: region });
}
