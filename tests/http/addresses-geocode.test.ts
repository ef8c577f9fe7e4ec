import { expect, test } from "vitest";
import { seedPlaces } from "#drizzle/seed/places";
import { newAddress, newCustomer } from "#tests/support/customers";
import { outsideService } from "#tests/support/outside";
import { ownWorker } from "#tests/support/worker";

const nominatim = await outsideService();
// ZIP codes are shared by the whole database, and other tests add their own.
const embedded = await ownWorker();
const asking = await ownWorker({ GEOCODER_URL: nominatim.url });
await seedPlaces(embedded.db);

interface Found {
  label: string;
  line1: string | null;
  postalCode: string | null;
  latitude: number;
  longitude: number;
  precision: string;
}

const labels = (found: Found[]) => found.map(({ label }) => label);

test("every US ZIP code is stored once", async () => {
  const row = await embedded.db
    .prepare("SELECT count(*) AS count, count(DISTINCT state) AS states FROM places")
    .first();
  expect(row).toEqual({ count: 40_979, states: 52 });
  expect(await seedPlaces(embedded.db)).toBe(false);
});

test("without a map provider only cities are suggested, never the typed street with a ZIP code", async () => {
  const { manager } = await embedded.business();
  const type = async (query: string) =>
    (await manager.post<{ suggestions: Found[] }>("/api/addresses/autocomplete", { query })).json.suggestions;
  for (const query of [
    "1420 W Palm Ln, Phoe",
    "1417 W Vliet St, Milwaukee 53205",
    "asdfgh 12, Milw",
    "9 Lake Dr, 53202",
  ]) {
    const found = await type(query);
    expect(found, query).not.toEqual([]);
    expect(
      found.every(({ line1, precision }) => line1 === null && precision === "city"),
      query,
    ).toBe(true);
  }
  expect(await type("1420 W Palm Ln")).toEqual([]);
  const [milwaukee] = await type("1417 W Vliet St, Milwaukee 53205");
  expect(milwaukee).toMatchObject({ label: "Milwaukee, WI 53205", postalCode: "53205" });
  expect(milwaukee?.latitude).toBeCloseTo(43.05, 1);
  expect(labels(await type("Milwauk wi"))[0]).toBe("Milwaukee, WI");
  expect(labels(await type("90210"))).toEqual(["Beverly Hills, CA 90210"]);
  expect(await type("qqqqzz")).toEqual([]);
});

test("cities are sorted by size, those in the business's own state first", async () => {
  const { manager } = await embedded.business();
  const type = async (query: string) =>
    labels((await manager.post<{ suggestions: Found[] }>("/api/addresses/autocomplete", { query })).json.suggestions);
  expect((await type("1420 W Palm Ln, Phoenix"))[0]).toBe("Phoenix, AZ");
  // Until it has an address, the business's time zone is used: Chicago's.
  expect((await type("Aurora"))[0]).toBe("Aurora, IL");
  const { id } = await newCustomer(manager);
  await newAddress(manager, id, { city: "Aurora", state: "CO", postalCode: "80012" });
  expect((await type("Aurora"))[0]).toBe("Aurora, CO");
});

test("a search returns only the requested types", async () => {
  const { manager } = await embedded.business();
  const search = async (types: string[]) =>
    (await manager.post<{ results: Found[] }>("/api/addresses/search", { query: "Waukesha", types })).json.results;
  expect((await search(["city"])).map(({ precision }) => precision)).toEqual(["city"]);
  expect(new Set((await search(["postal_code"])).map(({ precision }) => precision))).toEqual(new Set(["postal_code"]));
  expect((await manager.post("/api/addresses/search", { query: "Wauwatosa", types: ["planet"] })).status).toBe(400);
  const abroad = await manager.post<{ results: Found[] }>("/api/addresses/search", {
    query: "Milwaukee",
    region: "de",
  });
  expect(abroad.json.results).toEqual([]);
});

test("an address is checked against its ZIP code", async () => {
  const { manager } = await embedded.business();
  const verify = async (fields: Record<string, string>) =>
    (
      await manager.post("/api/addresses/verify", {
        line1: "1417 W Vliet St",
        city: "Milwaukee",
        state: "WI",
        postalCode: "53205",
        ...fields,
      })
    ).json;
  expect(await verify({})).toMatchObject({
    verdict: "partial",
    location: { precision: "postal_code" },
    messages: ["ZIP matches city and state; street not checked."],
  });
  expect(await verify({ line1: "asdfgh" })).toMatchObject({ verdict: "partial" });
  expect(await verify({ state: "Illinois" })).toMatchObject({
    verdict: "corrected",
    messages: ["53205 is in WI, not in IL.", "Street not checked."],
  });
  expect(await verify({ postalCode: "00000" })).toMatchObject({ verdict: "unverified", location: null });
  expect((await manager.post("/api/addresses/verify", { line1: "" })).status).toBe(400);
});

test("a provider finds streets, caches each search and is called again after a failure", async () => {
  const { manager } = await asking.business();
  const type = async (query: string) =>
    (await manager.post<{ suggestions: Found[] }>("/api/addresses/autocomplete", { query })).json.suggestions;
  nominatim.answer(503, {});
  expect(await type("1417 W Vliet St, Milwaukee")).toEqual([]);
  expect(nominatim.requests).toHaveLength(2);
  const address = {
    house_number: "1417",
    road: "West Vliet Street",
    city: "Milwaukee",
    state: "Wisconsin",
    postcode: "53205",
  };
  nominatim.answer(200, [
    { lat: "43.0486", lon: "-87.9302", address },
    { lat: "nowhere", lon: "0", address: {} },
  ]);
  expect(await type("1417 W Vliet St, Milwaukee")).toEqual([]);
  nominatim.answer(200, [{ lat: "43.0486", lon: "-87.9302", address }]);
  const found = await type("1417 W Vliet St, Milwaukee");
  expect(found).toMatchObject([
    { label: "1417 West Vliet Street, Milwaukee, WI 53205", precision: "address", latitude: 43.0486 },
  ]);
  const requests = nominatim.requests.length;
  await expect.poll(() => type("1417  W VLIET ST, milwaukee")).toEqual(found);
  await expect
    .poll(async () => {
      const before = nominatim.requests.length;
      await type("1417 w vliet st, milwaukee");
      return nominatim.requests.length - before;
    })
    .toBe(0);
  expect(nominatim.requests.length - requests).toBeLessThanOrEqual(1);
});

test("searching addresses requires permission to read customers", async () => {
  const { orgId } = await embedded.business();
  const nobody = await embedded.member(orgId, "Technician", []);
  for (const path of ["autocomplete", "search"]) {
    expect((await nobody.post(`/api/addresses/${path}`, { query: "Milwaukee" })).status).toBe(403);
  }
});
