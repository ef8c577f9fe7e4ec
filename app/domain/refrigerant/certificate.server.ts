import { and, eq } from "drizzle-orm";
import { technicianCertifications, technicians } from "#drizzle/schema/technicians";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField } from "~/domain/shared/errors";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import { qualificationGaps, refrigerantCertificate } from "~/domain/technicians/qualification";
import { fullName } from "~/domain/technicians/technician";

/** Refrigerant added or recovered. */
interface Handling {
  /** Null: no one is assigned to the job. */
  technicianId: string | null;
  /** An instant. */
  at: string;
  /** The form field for a refusal. */
  field: "addedLb" | "recoveredLb";
  /** Reported from the field after the fact: without a certificate it is recorded and flagged. */
  isFromField: boolean;
}

/** The technician who handled refrigerant, with the certificate as of that day; null if none was valid. */
export interface Handler {
  technicianId: string | null;
  certificate: string | null;
}

/**
 * Returns the section 608 certificate under the same rule as bookings, on the business's day of the use.
 * @throws DomainError not_found; from the office also invalid with the field if none was valid
 */
export async function handlerOf(ctx: Ctx, me: Member, handling: Handling): Promise<Handler> {
  const { technicianId, at, field, isFromField } = handling;
  if (technicianId === null) {
    if (isFromField) return { technicianId, certificate: null };
    throw invalidField(field, "Assign a technician with an EPA 608 certification to the job first");
  }
  const { gaps, certificate } = await certificateOn(ctx, me, { technicianId, at });
  const [gap] = gaps;
  if (gap && !isFromField) {
    throw invalidField(field, `${gap.message} Refrigerant cannot be added or recovered without it.`);
  }
  return { technicianId, certificate };
}

async function certificateOn(ctx: Ctx, me: Member, { technicianId, at }: { technicianId: string; at: string }) {
  const t = technicians;
  const k = technicianCertifications;
  const rows = await ctx.db
    .select({
      firstName: t.firstName,
      lastName: t.lastName,
      name: k.name,
      number: k.number,
      expiresOn: k.expiresOn,
    })
    .from(t)
    .leftJoin(k, and(eq(k.orgId, me.orgId), eq(k.technicianId, t.id)))
    .where(and(eq(t.orgId, me.orgId), eq(t.id, technicianId)));
  const [person] = rows;
  if (!person) throw new DomainError("not_found", "Technician not found");
  const held = rows.flatMap(({ name, number, expiresOn }) => (name === null ? [] : [{ name, number, expiresOn }]));
  const date = wallTimeOf(Date.parse(at), me.timeZone).date;
  const demands = { skills: [], certifications: [], refrigerantWork: true };
  const valid = refrigerantCertificate(held, date);
  return {
    gaps: qualificationGaps({ name: fullName(person), skills: [], certifications: held }, demands, date),
    certificate: valid && snapshot(valid),
  };
}

interface Certificate {
  name: string;
  number: string | null;
  expiresOn: string | null;
}

/** "EPA 608 Universal 12345, until 2029-05-01". */
function snapshot({ name, number, expiresOn }: Certificate): string {
  const named = number ? `${name} ${number}` : name;
  return (expiresOn ? `${named}, until ${expiresOn}` : named).slice(0, 300);
}
