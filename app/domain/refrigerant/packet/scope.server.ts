import { type SQL, sql } from "drizzle-orm";
import { customerRef, idOf } from "~/domain/customers/find.server";
import type { Member } from "~/domain/shared/context";
import type { PacketFilter } from "./schema";

/** The subject of a packet, as parts of statements. */
export interface Scope {
  isBusiness: boolean;
  /** One row with its name; none if it does not exist in the business. */
  subject: SQL;
  /** The ids of its circuits; null: those with something in the period. */
  circuits: SQL | null;
  /** Its readings as `r`, by index. */
  readings: { from: SQL; where: SQL };
  /** Its deleted readings with a refrigerant weight as `r`, by index. */
  struck: { from: SQL; where: SQL };
  /** Its episodes as `l`, by index. */
  episodes: { from: SQL; where: SQL };
}

type Subject = Pick<PacketFilter, "circuitId" | "equipmentId" | "customerId">;

const episodesOfUnit = sql`leak_episodes l INDEXED BY leak_episodes_unit`;
const struckOfUnit = sql`refrigerant_readings r INDEXED BY refrigerant_readings_struck`;

/** @throws DomainError not_found for text that cannot identify a customer */
export function scopeOf(me: Member, { circuitId, equipmentId, customerId }: Subject): Scope {
  if (circuitId !== undefined) return circuitScope(me, { circuitId, equipmentId });
  if (equipmentId !== undefined) return unitScope(me, equipmentId);
  if (customerId !== undefined) return customerScope(me, customerId);
  const { orgId } = me;
  return {
    isBusiness: true,
    subject: sql`SELECT 'All customers' AS name`,
    circuits: null,
    readings: {
      from: sql`refrigerant_readings r INDEXED BY refrigerant_readings_handled`,
      where: sql`r.org_id = ${orgId}`,
    },
    struck: { from: struckOfUnit, where: sql`r.org_id = ${orgId}` },
    episodes: { from: episodesOfUnit, where: sql`l.org_id = ${orgId}` },
  };
}

function circuitScope(
  { orgId }: Member,
  { circuitId, equipmentId }: { circuitId: string; equipmentId?: string },
): Scope {
  const own = sql`service_groups g WHERE g.org_id = ${orgId} AND g.id = ${circuitId}${equipmentId === undefined ? sql`` : sql` AND g.equipment_id = ${equipmentId}`}`;
  return {
    isBusiness: false,
    subject: sql`SELECT (SELECT u.name FROM equipment u WHERE u.org_id = ${orgId} AND u.id = g.equipment_id) || ', ' || g.name AS name FROM ${own}`,
    circuits: sql`SELECT g.id FROM ${own}`,
    readings: {
      from: sql`refrigerant_readings r INDEXED BY refrigerant_readings_circuit`,
      where: sql`r.org_id = ${orgId} AND r.service_group_id = ${circuitId}`,
    },
    struck: {
      from: struckOfUnit,
      where: sql`r.org_id = ${orgId} AND r.equipment_id = (SELECT g.equipment_id FROM ${own}) AND r.service_group_id = ${circuitId}`,
    },
    episodes: {
      from: episodesOfUnit,
      where: sql`l.org_id = ${orgId} AND l.equipment_id = (SELECT g.equipment_id FROM ${own}) AND l.service_group_id = ${circuitId}`,
    },
  };
}

function unitScope({ orgId }: Member, equipmentId: string): Scope {
  return {
    isBusiness: false,
    subject: sql`SELECT u.name AS name FROM equipment u WHERE u.org_id = ${orgId} AND u.id = ${equipmentId}`,
    circuits: sql`SELECT g.id FROM service_groups g INDEXED BY service_groups_name WHERE g.org_id = ${orgId} AND g.equipment_id = ${equipmentId}`,
    readings: {
      from: sql`refrigerant_readings r INDEXED BY refrigerant_readings_unit`,
      where: sql`r.org_id = ${orgId} AND r.equipment_id = ${equipmentId}`,
    },
    struck: { from: struckOfUnit, where: sql`r.org_id = ${orgId} AND r.equipment_id = ${equipmentId}` },
    episodes: { from: episodesOfUnit, where: sql`l.org_id = ${orgId} AND l.equipment_id = ${equipmentId}` },
  };
}

function customerScope(me: Member, customerId: string): Scope {
  const { orgId } = me;
  const id = idOf(me, customerRef(customerId));
  const units = sql`equipment own INDEXED BY equipment_customer`;
  const isOwn = sql`own.org_id = ${orgId} AND own.customer_id = ${id}`;
  return {
    isBusiness: false,
    subject: sql`SELECT c.name AS name FROM customers c WHERE c.org_id = ${orgId} AND c.id = ${id}`,
    circuits: sql`SELECT g.id FROM ${units}
      CROSS JOIN service_groups g INDEXED BY service_groups_name ON g.org_id = own.org_id AND g.equipment_id = own.id WHERE ${isOwn}`,
    readings: {
      from: sql`${units} CROSS JOIN refrigerant_readings r INDEXED BY refrigerant_readings_unit ON r.org_id = own.org_id AND r.equipment_id = own.id`,
      where: isOwn,
    },
    struck: {
      from: sql`${units} CROSS JOIN ${struckOfUnit} ON r.org_id = own.org_id AND r.equipment_id = own.id`,
      where: isOwn,
    },
    episodes: {
      from: sql`${units} CROSS JOIN ${episodesOfUnit} ON l.org_id = own.org_id AND l.equipment_id = own.id`,
      where: isOwn,
    },
  };
}
