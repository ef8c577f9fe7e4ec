import type { Ctx, Member } from "~/domain/shared/context";
import { invalidField } from "~/domain/shared/errors";
import type { Write } from "~/domain/shared/write.server";
import { pounds } from "./cylinder";
import { cylinderGone, postUse } from "./entries.server";
import { type Cylinder, cylinderNotFound, storedCylinder } from "./list.server";

/** A reading's use of a cylinder. */
interface CylinderUse {
  cylinderId: string;
  readingId: string;
  addedMilliLb: number | null;
  recoveredMilliLb: number | null;
  refrigerant: string;
  /** An instant. */
  at: string;
  /** The technician who used it; null: nothing was added or recovered. */
  handler: { technicianId: string | null; certificate: string | null } | null;
  /** Reported from the field after the fact: what does not fit is recorded and flagged. */
  isFromField: boolean;
}

/**
 * Returns the cylinder that a reading refers to, and its entries for the batch, to be placed after the reading.
 * @throws DomainError not_found; from the office also invalid with the field if nothing was added or recovered
 */
export async function cylinderUseOf(ctx: Ctx, me: Member, use: CylinderUse) {
  const { cylinderId, readingId, handler, isFromField: isLenient, at } = use;
  const cylinder = await storedCylinder(ctx, me, cylinderId);
  const { technicianId, certificate } = handler ?? { technicianId: null, certificate: null };
  const posted = { cylinderId, readingId, technicianId, at, isLenient, certificate };
  const writes: Write[] = [
    ...(use.recoveredMilliLb
      ? postUse(ctx, me, { ...posted, kind: "recovered", readingMilliLb: use.recoveredMilliLb })
      : []),
    ...(use.addedMilliLb ? postUse(ctx, me, { ...posted, kind: "charged", readingMilliLb: use.addedMilliLb }) : []),
  ];
  if (writes.length === 0 && !isLenient) throw invalidField("cylinderId", "Enter what was added or recovered");
  return { cylinder, writes, refusals: refusalsOf(cylinder, use.refrigerant) };
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
      invalidField(
        "cylinderId",
        `Refrigerant can be recovered only into a recovery cylinder, and ${number} is not one.`,
      ),
    cylinder_returned: () => invalidField("cylinderId", `Cylinder ${number} was returned.`),
    [cylinderGone]: cylinderNotFound,
  };
}
