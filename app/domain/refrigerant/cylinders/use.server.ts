import { and, eq } from "drizzle-orm";
import { technicianCertifications, technicians } from "#drizzle/schema/technicians";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField } from "~/domain/shared/errors";
import { wallTimeOf } from "~/domain/shared/time-zones";
import type { Write } from "~/domain/shared/write.server";
import { qualificationGaps, refrigerantCertificate } from "~/domain/technicians/qualification";
import { fullName } from "~/domain/technicians/technician";
import { pounds } from "./cylinder";
import { cylinderGone, postUse } from "./entries.server";
import { type Cylinder, cylinderNotFound, storedCylinder } from "./list.server";

/** What a reading says of a cylinder. */
interface CylinderUse {
  cylinderId: string;
  readingId: string;
  addedMilliLb: number | null;
  recoveredMilliLb: number | null;
  refrigerant: string;
  /** Instant. */
  at: string;
  /** Whoever used it; null: nobody is on the job. */
  technicianId: string | null;
  /** Written down in the field, where it happened already: what does not fit is kept and marked. */
  isFromField: boolean;
}

/**
 * The cylinder that a reading names, and the entries that go with it into the batch, behind the reading.
 * @throws DomainError not_found; from the office also invalid with the field for a use without a valid certificate
 */
export async function cylinderUseOf(ctx: Ctx, me: Member, use: CylinderUse) {
  const { cylinderId, readingId, technicianId, isFromField: isLenient, at } = use;
  const [cylinder, holder] = await Promise.all([
    storedCylinder(ctx, me, cylinderId),
    technicianId === null ? null : certificateOf(ctx, me, { technicianId, at }),
  ]);
  if (!isLenient) refuseUncertified(holder);
  const posted = { cylinderId, readingId, technicianId, at, isLenient, certificate: holder?.certificate ?? null };
  const writes: Write[] = [
    ...(use.recoveredMilliLb
      ? postUse(ctx, me, { ...posted, kind: "recovered", saidMilliLb: use.recoveredMilliLb })
      : []),
    ...(use.addedMilliLb ? postUse(ctx, me, { ...posted, kind: "charged", saidMilliLb: use.addedMilliLb }) : []),
  ];
  if (writes.length === 0 && !isLenient) throw invalidField("cylinderId", "Enter what was added or recovered");
  return { cylinder, writes, refusals: refusalsOf(cylinder, use.refrigerant) };
}

type Holder = Awaited<ReturnType<typeof certificateOf>> | null;

function refuseUncertified(holder: Holder): void {
  if (!holder) throw invalidField("cylinderId", "Assign a technician with an EPA 608 certification to the job first");
  const [gap] = holder.gaps;
  if (gap) throw invalidField("cylinderId", `${gap.message} Refrigerant cannot be added or recovered without it.`);
}

/** The rule of bookings, on the day of the use. @throws DomainError not_found */
async function certificateOf(ctx: Ctx, me: Member, { technicianId, at }: { technicianId: string; at: string }) {
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

/** "EPA 608 Universal 12345, until 2029-05-01". */
function snapshot({
  name,
  number,
  expiresOn,
}: {
  name: string;
  number: string | null;
  expiresOn: string | null;
}): string {
  const named = number ? `${name} ${number}` : name;
  return (expiresOn ? `${named}, until ${expiresOn}` : named).slice(0, 300);
}

function refusalsOf(cylinder: Cylinder, refrigerant: string) {
  const { number, netMilliLb, tareMilliLb, capacityMilliLb, grossMilliLb } = cylinder;
  const room = tareMilliLb + capacityMilliLb - grossMilliLb;
  return {
    cylinder_holds: () =>
      invalidField(
        "addedLb",
        `Cylinder ${number} holds ${pounds(netMilliLb)}. Check the weight, or weigh the cylinder.`,
      ),
    cylinder_full: () =>
      invalidField(
        "recoveredLb",
        `Cylinder ${number} has room for ${pounds(room)}. Check the weight, or take another.`,
      ),
    cylinder_other_refrigerant: () =>
      invalidField(
        "cylinderId",
        `Cylinder ${number} is for ${cylinder.refrigerant}, and this circuit holds ${refrigerant}. They must not be mixed.`,
      ),
    cylinder_not_recovery: () =>
      invalidField("cylinderId", `Refrigerant is recovered into a recovery cylinder, and ${number} is none.`),
    cylinder_returned: () => invalidField("cylinderId", `Cylinder ${number} was returned.`),
    [cylinderGone]: cylinderNotFound,
  };
}
