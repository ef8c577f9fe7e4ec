interface Statement {
  params: readonly unknown[];
}

/**
 * The shards of a request's tenants. Every statement on a tenant's table names its tenant (the guard ensures it), so its
 * parameters determine its shard.
 */
export class TenantShards {
  private readonly businesses = new Map<string, string>();
  private readonly households = new Map<string, string>();

  learn(tenant: { orgId: string } | { userId: string }, shard: string): void {
    if ("orgId" in tenant) for (const name of namesOf("org", tenant.orgId)) this.businesses.set(name, shard);
    else for (const name of namesOf("user", tenant.userId)) this.households.set(name, shard);
  }

  shardOf(tenantId: string): string | null {
    return this.businesses.get(tenantId) ?? this.households.get(tenantId) ?? null;
  }

  /** The shard of the first tenant that was learned. */
  any(): string | null {
    const [first = null] = [...this.businesses.values(), ...this.households.values()];
    return first;
  }

  /** The shard of the tenants named in a batch; null if none of them is known. @throws Error for tenants of two shards */
  of(statements: readonly Statement[]): string | null {
    // Rows of a business also name people, whose households may be elsewhere.
    return one(statements, this.businesses) ?? one(statements, this.households);
  }
}

/** The id, and the owner key of usage counts. */
const namesOf = (kind: "org" | "user", id: string) => [id, `${kind}:${id}`];

function one(statements: readonly Statement[], shards: ReadonlyMap<string, string>): string | null {
  let found: string | null = null;
  for (const { params } of statements) {
    for (const value of params) {
      const shard = typeof value === "string" ? shards.get(value) : undefined;
      if (shard === undefined || shard === found) continue;
      if (found !== null) throw new Error("tenants of two shards in one batch");
      found = shard;
    }
  }
  return found;
}
