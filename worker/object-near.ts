/** Where the database lies of whoever it belongs to, as D1 and Durable Objects both name places; null where none is said. */
export type RegionOf = (tenantId: string) => DurableObjectLocationHint | null;

/** D1's places are among those of Durable Objects. */
export const regionOf = (
  shards: { regions: ReadonlyMap<string, string>; homeOf: (tenantId: string) => string | null },
  tenantId: string,
): DurableObjectLocationHint | null => {
  const home = shards.homeOf(tenantId);
  const region = home === null ? undefined : shards.regions.get(home);
  // Guarantee: the settings take no other names than D1's.
  return (region as DurableObjectLocationHint | undefined) ?? null;
};

/**
 * The object of that name. Made near that database if there is none yet: a queue's message may be the first to ask for it, and
 * runs anywhere. Of one that is there the platform takes no notice of the hint.
 */
export function objectNear<T extends Rpc.DurableObjectBranded | undefined>(
  namespace: DurableObjectNamespace<T>,
  name: string,
  region: DurableObjectLocationHint | null,
): DurableObjectStub<T> {
  const id = namespace.idFromName(name);
  return region === null ? namespace.get(id) : namespace.get(id, { locationHint: region });
}
