import { z } from "zod";
import {
  line,
  optionalEmail,
  optionalLine,
  optionalPhone,
  optionalText,
  paging,
  pagingView,
  version,
} from "~/domain/shared/fields";
import { MAP_FILTERS, OCCUPANCIES, SITE_ROLES } from "./site";

const occupancy = z.enum(OCCUPANCIES, { error: "Please choose who lives there" });
const map = z.enum(MAP_FILTERS, { error: "map must be on or off" });

export const SiteFilter = z.object({
  search: z.string().trim().max(100, "Please use at most 100 characters").optional(),
  occupancy: occupancy.optional(),
  /** `off`: sites whose address was not found on the map. */
  map: map.optional(),
  ...paging,
});
export type SiteFilter = z.output<typeof SiteFilter>;

/** The query of the list's URL: invalid values are ignored rather than rejected. */
export const SiteListView = z.object({
  search: z
    .string()
    .trim()
    .transform((text) => text.slice(0, 100))
    .catch("")
    .default(""),
  occupancy: occupancy.optional().catch(undefined),
  map: map.optional().catch(undefined),
  cursor: paging.cursor.catch(undefined),
  before: paging.cursor.catch(undefined),
});
export type SiteListView = z.output<typeof SiteListView>;

/** The query of the URL of a site's jobs. */
export const SiteHistoryView = z.object(pagingView);

/** Changes of the site itself; its address is changed with the customer's addresses. */
export const SiteChange = z.object({ occupancy, version });
export type SiteChange = z.output<typeof SiteChange>;

export const AccessChange = z.object({
  gateCode: optionalLine(80),
  keyLocation: optionalLine(200),
  alarm: optionalLine(200),
  animals: optionalLine(200),
  parking: optionalLine(200),
  notes: optionalText(1000),
  version,
});
export type AccessChange = z.output<typeof AccessChange>;

const personFields = {
  role: z.enum(SITE_ROLES, { error: "Please choose the person's role at the property" }),
  name: line("Name is required", 120),
  phone: optionalPhone,
  email: optionalEmail,
  part: optionalLine(80),
  notes: optionalText(500),
};

export const NewSitePerson = z.object(personFields);
export type NewSitePerson = z.output<typeof NewSitePerson>;

export const SitePersonChange = z.object({ ...personFields, version });
export type SitePersonChange = z.output<typeof SitePersonChange>;

export const SitePhotoInput = z.object({
  photo: z.instanceof(File, { error: "Choose a picture" }).meta({ type: "string", format: "binary" }),
  caption: optionalLine(120),
});
