import { applyEdit } from "~/domain/designs/edit";
import { newLink, newPart } from "~/domain/designs/layout";
import { templateLayout } from "~/domain/designs/templates";
import { DAY_MS } from "~/domain/shared/time/dates";
import type { SeedBusiness } from "./business";
import { insertRows } from "./insert";

/** An unfinished layout with an undersized duct run, and a finished one. */
export async function seedDesigns(db: D1Database, { orgId, now, random, officeUserId }: SeedBusiness): Promise<void> {
  const { results } = await db
    .prepare(
      "SELECT id FROM addresses WHERE org_id = ? AND type = 'service' AND customer_id IS NOT NULL ORDER BY id LIMIT 2",
    )
    .bind(orgId)
    .all<{ id: string }>();
  const sunroom = applyEdit(templateLayout("two_zones"), {
    kind: "add",
    part: { ...newPart("register", "sunroom", { x: 800, y: 480 }), label: "Sunroom", airflow: 80 },
    link: { ...newLink("supply", "supply-sunroom", { from: "supply", to: "sunroom" }), diameter: 4, length: 28 },
  });
  const rows = [
    { title: "Replace furnace, add sunroom", layout: sunroom, days: 1 },
    { title: "Ductless for the upstairs", layout: templateLayout("ductless"), days: 6 },
  ].map(({ title, layout, days }, index) => {
    const at = new Date(now.getTime() - days * DAY_MS);
    return {
      ...{ org_id: orgId, id: random.id(at.getTime()), title, layout: JSON.stringify(layout), version: 1 },
      ...{ site_address_id: results[index]?.id ?? null, created_by: officeUserId, created_at: at.toISOString() },
      ...{ updated_by: officeUserId, updated_at: at.toISOString() },
    };
  });
  await insertRows(db, "designs", rows);
}
