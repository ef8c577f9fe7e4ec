import { expect, test, vi } from "vitest";
import { objectNear, regionOf } from "#worker/object-placement";

const shards = {
  regions: new Map([["2", "weur"]]),
  shardOf: (tenantId: string) => ({ berlin: "2", boston: "1" })[tenantId] ?? null,
};

test.each([
  ["near its business's shard", "berlin", ["id of berlin", { locationHint: "weur" }]],
  ["anywhere for a shard without a region", "boston", ["id of boston"]],
  ["anywhere for a business whose shard is unknown", "nobody", ["id of nobody"]],
])("a Durable Object is created %s", (_, orgId, args) => {
  const get = vi.fn();
  const namespace = {
    idFromName: (name: string) => `id of ${name}`,
    get,
  } as unknown as DurableObjectNamespace<undefined>;
  objectNear(namespace, orgId, regionOf(shards, orgId));
  expect(get.mock.calls).toEqual([args]);
});
