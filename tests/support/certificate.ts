import { randomUUID } from "node:crypto";
import { dayFromNow } from "./equipment";
import type { TestWorker } from "./worker";

/** Gives a technician an EPA 608 certification, written directly to the table. */
export async function certify(
  worker: TestWorker,
  { orgId, technicianId }: { orgId: string; technicianId: string },
  expiresOn: string | null = dayFromNow(400),
): Promise<void> {
  await worker.db
    .prepare(
      `INSERT INTO technician_certifications (org_id, technician_id, id, name, name_key, number, expires_on)
       VALUES (?, ?, ?, 'EPA 608 Universal', 'epa 608 universal', 'U-77', ?)`,
    )
    .bind(orgId, technicianId, randomUUID(), expiresOn)
    .run();
}
