import { z } from "zod";
import { scheduleDate } from "~/domain/shared/fields";
import { addMonths } from "~/domain/shared/time/dates";

/** Records must be kept for three years; some authorities require five. */
const MAX_YEARS = 5;

const ref = z.string().max(100).optional();

/**
 * A circuit, equipment, a customer or, with none of these, the whole business; with both a circuit and equipment, the circuit
 * must belong to it.
 */
const subject = { circuitId: ref, equipmentId: ref, customerId: ref };

const isOrdered = ({ startDate, endDate }: { startDate: string; endDate: string }) => startDate <= endDate;
const isShort = ({ startDate, endDate }: { startDate: string; endDate: string }) =>
  endDate < addMonths(startDate, MAX_YEARS * 12);

const notOrdered = { path: ["endDate"], error: "Choose a last day that is not before the first" };
const notShort = { path: ["endDate"], error: `Choose ${MAX_YEARS} years at most` };

/** The subject of a packet; days are in the business's zone, the last one included. */
export const PacketFilter = z
  .object({ ...subject, startDate: scheduleDate, endDate: scheduleDate })
  .refine(isOrdered, notOrdered)
  .refine(isShort, notShort);
export type PacketFilter = z.output<typeof PacketFilter>;

const day = scheduleDate.optional().catch(undefined);

/** The same from the browser's URL: invalid days are ignored instead of refused. */
export const PacketView = z.object({ ...subject, startDate: day, endDate: day });
export type PacketView = z.output<typeof PacketView>;
