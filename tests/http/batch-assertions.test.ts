import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { customers } from "#drizzle/schema/customers";
import { sequences } from "#drizzle/schema/platform";
import { householdCtx } from "#tests/support/household-ctx";
import { testWorker } from "#tests/support/worker";
import { assertRowChanged, commit } from "~/domain/shared/write.server";

const worker = await testWorker();

test("a statement that matches no row rolls back the batch, including earlier writes to searchable rows", async () => {
  const { admin, orgId } = await worker.business();
  const { json } = await admin.post<{ id: string }>("/api/customers", { firstName: "Ada", lastName: "Moreno" });
  const ctx = householdCtx(worker.db, "nobody");
  const ada = and(eq(customers.orgId, orgId), eq(customers.id, json.id));
  const change = commit(ctx, null, {
    writes: [
      ctx.db.update(customers).set({ firstName: "Grace" }).where(ada),
      ctx.db
        .update(sequences)
        .set({ value: 1 })
        .where(and(eq(sequences.orgId, orgId), eq(sequences.name, "no such"))),
      assertRowChanged(ctx, "stale"),
    ],
    result: null,
  });
  await expect(change).rejects.toThrow(/just changed this/);
  const [row] = await ctx.db.select({ firstName: customers.firstName }).from(customers).where(ada);
  expect(row?.firstName).toBe("Ada");
});
