import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import type { FoundPlace } from "~/domain/addresses/geocode";

/** ZIP codes of the United States with their center points; belongs to no tenant. */
export const places = sqliteTable("places", {
  id: integer("id").primaryKey(),
  postalCode: text("postal_code").notNull().unique(),
  city: text("city").notNull(),
  state: text("state").notNull(),
  latitude: real("latitude").notNull(),
  longitude: real("longitude").notNull(),
  countyFips: text("county_fips"),
  county: text("county"),
});

/** Answers of the geocoding provider, by query. */
export const geocodes = sqliteTable("geocodes", {
  question: text("question").primaryKey(),
  answer: text("answer", { mode: "json" }).$type<FoundPlace[]>().notNull(),
  foundAt: instant("found_at").notNull(),
});
