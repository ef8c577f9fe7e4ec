import { DAY_MS } from "~/domain/shared/time/dates";
import type { SeedBusiness } from "./business";
import { insertRows } from "./insert";

interface SeedPerson {
  role: "contact" | "tenant" | "landlord" | "manager";
  name: string;
  phone: string | null;
  part?: string;
  notes?: string;
}

const rented: readonly (readonly SeedPerson[])[] = [
  [
    {
      role: "tenant",
      name: "Keisha Monroe",
      phone: "+14145557011",
      part: "Upper unit",
      notes: "Works nights, home after 2 PM.",
    },
    { role: "landlord", name: "Badger Property Group", phone: "+14145557012" },
  ],
  [
    { role: "tenant", name: "Hector and Ana Salinas", phone: "+14145557013", part: "Apt 1" },
    { role: "tenant", name: "Jamal Pierce", phone: "+14145557014", part: "Apt 2" },
    { role: "manager", name: "Lena Kowalczyk", phone: "+14145557015", notes: "Has the key to the boiler room." },
  ],
  [{ role: "tenant", name: "Wren Adler", phone: "+14145557016", notes: "Text instead of calling." }],
];

const owned: readonly (readonly SeedPerson[])[] = [
  [
    {
      role: "contact",
      name: "Maureen, the neighbor",
      phone: "+14145557021",
      notes: "Lets technicians in on weekdays.",
    },
  ],
  [{ role: "contact", name: "Facilities desk", phone: "+14145557022" }],
];

/** Contacts and residents of some of the sites. */
export async function seedSites(db: D1Database, { orgId, now, random }: SeedBusiness): Promise<void> {
  const { results } = await db
    .prepare("SELECT address_id AS id FROM sites WHERE org_id = ? AND listed = 1 ORDER BY number")
    .bind(orgId)
    .all<{ id: string }>();
  const at = new Date(now.getTime() - 20 * DAY_MS);
  const people = [];
  for (const [index, { id }] of results.entries()) {
    const occupancy = index % 5 === 1 ? "rented" : index % 11 === 4 ? "vacant" : index % 4 === 3 ? null : "owner";
    if (occupancy)
      await db
        .prepare("UPDATE sites SET occupancy = ? WHERE org_id = ? AND address_id = ?")
        .bind(occupancy, orgId, id)
        .run();
    const lists = occupancy === "rented" ? rented : index % 7 === 2 ? owned : [];
    for (const person of lists[index % Math.max(1, lists.length)] ?? []) {
      people.push({
        ...{ org_id: orgId, address_id: id, id: random.id(at.getTime()), role: person.role, name: person.name },
        ...{ phone: person.phone, part: person.part ?? null, notes: person.notes ?? null },
        ...{ created_at: at.toISOString(), updated_at: at.toISOString() },
      });
    }
  }
  await insertRows(db, "site_people", people);
}
