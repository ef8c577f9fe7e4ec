import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { placeSearchText } from "~/domain/addresses/geocode";
import { insertRows } from "./insert";

const file = new URL("./places/us-places.tsv.gz", import.meta.url);

/** The ZIP codes of the United States; see places/README.md for where they come from. */
export function readPlaces() {
  const lines = gunzipSync(readFileSync(file)).toString("utf8").trimEnd().split("\n");
  return lines.map((line, index) => {
    const [postalCode = "", city = "", state = "", latitude = "", longitude = ""] = line.split("\t");
    const point = { latitude: Number(latitude) / 1000, longitude: Number(longitude) / 1000 };
    return { id: index + 1, postal_code: postalCode, city, state, ...point };
  });
}

/** Writes the places once, or those alone whose ZIP code begins so; answers false when there are some already. */
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
  return true;
}
