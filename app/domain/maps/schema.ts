import { z } from "zod";
import { readState } from "~/domain/addresses/address";
import { scheduleDate } from "~/domain/shared/fields";

const state = z
  .string()
  .trim()
  .length(2, "state must be a code such as WI")
  .transform((text, check) => {
    const code = readState(text);
    if (code) return code;
    check.addIssue({ code: "custom", message: "state must be a code such as WI" });
    return z.NEVER;
  });

const county = z.string().regex(/^\d{5}$/, "county must be a FIPS number such as 55079");

const zip = z
  .string()
  .trim()
  .regex(/^\d{5}$/, "A ZIP code has five digits");

export const CoverageQuery = z.object({ state: state.optional(), county: county.optional(), zip: zip.optional() });
export type CoverageQuery = z.output<typeof CoverageQuery>;

/** The query of the URL: invalid values are ignored rather than rejected. */
export const CoverageView = z.object({
  state: state.optional().catch(undefined),
  county: county.optional().catch(undefined),
  /** As typed: an invalid ZIP code is reported. */
  zip: z
    .string()
    .trim()
    .max(20)
    .transform((text) => text || undefined)
    .optional()
    .catch(undefined),
});

export const MapDay = z.object({ date: scheduleDate.optional() });
export type MapDay = z.output<typeof MapDay>;

export const MapDayView = z.object({ date: scheduleDate.optional().catch(undefined) });

/** The device's location in degrees, with its accuracy in meters. */
export const DevicePlace = z
  .object({
    latitude: z.number("Latitude must be a number").min(-90).max(90),
    longitude: z.number("Longitude must be a number").min(-180).max(180),
    accuracy: z.number().min(0).max(100_000).default(0),
  })
  .refine(({ latitude, longitude }) => latitude !== 0 || longitude !== 0, {
    error: "0, 0 is not a place",
    path: ["latitude"],
  });
export type DevicePlace = z.output<typeof DevicePlace>;

export const PlaceSharing = z.object({ shares: z.boolean({ error: "Choose whether your location is shared" }) });
export const PlaceSharingForm = z.object({ shares: z.stringbool() });
