// node scripts/places.mjs > places.sql: the ZIP codes as SQL for a remote database, in statements small enough for D1.
import { loadTypeScript } from "./load-typescript.mjs";

const { readPlaces } = await loadTypeScript("drizzle/seed/places.ts");
const { placeWords } = await loadTypeScript("app/domain/addresses/geocode.ts");
const quoted = (text) => `'${text.replaceAll("'", "''")}'`;
const text = (value) => (value === null ? "NULL" : quoted(value));
const rows = readPlaces();
for (let from = 0; from < rows.length; from += 500) {
  const part = rows.slice(from, from + 500);
  const places = part.map((p) =>
    [
      p.id,
      quoted(p.postal_code),
      quoted(p.city),
      quoted(p.state),
      p.latitude,
      p.longitude,
      text(p.county_fips),
      text(p.county),
    ].join(", "),
  );
  const words = part.map(
    (p) => `${p.id}, ${quoted(placeWords({ postalCode: p.postal_code, city: p.city, state: p.state }))}`,
  );
  process.stdout.write(
    `INSERT INTO places (id, postal_code, city, state, latitude, longitude, county_fips, county) VALUES (${places.join("), (")})
ON CONFLICT (id) DO UPDATE SET county_fips = excluded.county_fips, county = excluded.county;\n`,
  );
  process.stdout.write(`INSERT OR REPLACE INTO place_search (rowid, words) VALUES (${words.join("), (")});\n`);
}
process.stdout.write(`DELETE FROM coverage;
INSERT INTO coverage (kind, code, parent, name, sites) SELECT c.kind, c.code, min(c.parent), min(c.name), count(*)
FROM sites s JOIN coverage_of_zip c ON c.zip = s.zip WHERE s.listed = 1 GROUP BY c.kind, c.code;\n`);
