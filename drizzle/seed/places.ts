import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { placeSearchText } from "~/domain/addresses/geocode";
import { insertRows } from "./insert";

const file = new URL("./places/us-places.tsv.gz", import.meta.url);
const countiesFile = new URL("./places/us-zip-counties.tsv.gz", import.meta.url);

/** The county of each ZIP code; scripts/outlines.mjs generates the file. */
function readCounties(): Map<string, { fips: string; county: string }> {
  if (!existsSync(countiesFile)) return new Map();
  const lines = gunzipSync(readFileSync(countiesFile)).toString("utf8").trimEnd().split("\n");
  return new Map(
    lines.map((line) => {
      const [zip = "", fips = "", county = ""] = line.split("\t");
      return [zip, { fips, county }];
    }),
  );
}

/** The ZIP codes of the United States; see places/README.md for their source. */
export function readPlaces() {
  const lines = gunzipSync(readFileSync(file)).toString("utf8").trimEnd().split("\n");
  const counties = readCounties();
  return lines.map((line, index) => {
    const [postalCode = "", city = "", state = "", latitude = "", longitude = ""] = line.split("\t");
    const point = { latitude: Number(latitude) / 1000, longitude: Number(longitude) / 1000 };
    const { fips = null, county = null } = counties.get(postalCode) ?? {};
    return { id: index + 1, postal_code: postalCode, city, state, ...point, county_fips: fips, county };
  });
}

/** Writes the places once, or only those whose ZIP code starts with `beginning`; returns false if there are some already. */
export async function seedPlaces(db: D1Database, beginning = ""): Promise<boolean> {
  if (await db.prepare("SELECT 1 FROM places LIMIT 1").first()) return false;
  const rows = readPlaces().filter((row) => row.postal_code.startsWith(beginning));
  await insertRows(db, "places", rows);
  await insertRows(
    db,
    "place_search",
    rows.map(({ id, postal_code, city, state }) => ({
      rowid: id,
      words: placeSearchText({ postalCode: postal_code, city, state }),
    })),
  );
  // Recounts coverage, since sites may have been added before their places.
  await db.batch([
    db.prepare("DELETE FROM coverage"),
    db.prepare(`INSERT INTO coverage (kind, code, parent, name, sites)
      SELECT c.kind, c.code, min(c.parent), min(c.name), count(*) FROM sites s JOIN coverage_of_zip c ON c.zip = s.zip
      WHERE s.listed = 1 GROUP BY c.kind, c.code`),
  ]);
  return true;
}
