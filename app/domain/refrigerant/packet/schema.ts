import { z } from "zod";
import { addMonths } from "~/domain/shared/dates";
import { scheduleDate } from "~/domain/shared/fields";

/** Records are to be kept for three years; some ask for five. */
const MAX_YEARS = 5;

const ref = z.string().max(100).optional();

/** A circuit, a unit, a customer or, with none of them, the whole business; a circuit is one of the unit's where both are given. */
const subject = { circuitId: ref, equipmentId: ref, customerId: ref };

const isOrdered = ({ startDate, endDate }: { startDate: string; endDate: string }) => startDate <= endDate;
const isShort = ({ startDate, endDate }: { startDate: string; endDate: string }) =>
  endDate < addMonths(startDate, MAX_YEARS * 12);

const notOrdered = { path: ["endDate"], error: "Choose a last day that is not before the first" };
const notShort = { path: ["endDate"], error: `Choose ${MAX_YEARS} years at most` };

/** What a packet is about; its days are the business's, the last one included. */
export const PacketFilter = z
  .object({ ...subject, startDate: scheduleDate, endDate: scheduleDate })
  .refine(isOrdered, notOrdered)
  .refine(isShort, notShort);
export type PacketFilter = z.output<typeof PacketFilter>;

const day = scheduleDate.optional().catch(undefined);

/** The same as an address in the browser: a day that is not understood is left out rather than refused. */
export const PacketView = z.object({ ...subject, startDate: day, endDate: day });
export type PacketView = z.output<typeof PacketView>;
