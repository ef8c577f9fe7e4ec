import { expect, test } from "vitest";
import { nextYear } from "#tests/support/next-year";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { addCustomer, addTechnician, addWorkOrder } from "#tests/support/work-orders";
import { ownWorker } from "#tests/support/worker";

// Its ZIP codes and counts cover the whole database.
const worker = await ownWorker();
const { admin, technician, orgId, technicianId } = await worker.business();
const other = await worker.business();
const guest = worker.visitor();

interface Area {
  code: string;
  sites: number | null;
}
interface Coverage {
  states: Area[];
  counties: Area[];
  zips: Area[];
  found: Area | null;
}
interface MapDayJson {
  jobs: { id: string; customerName: string; point: object | null }[];
  technicians: { technicianId: string; firstName: string; point: { latitude: number } | null }[];
  zips: { zip: string; sites: number }[];
}

async function places(...rows: [zip: string, fips: string, county: string][]): Promise<void> {
  await worker.db.batch(
    rows.map(([zip, fips, county]) =>
      worker.db
        .prepare(
          `INSERT INTO places (id, postal_code, city, state, latitude, longitude, county_fips, county)
           VALUES (?1, ?2, 'Austin', 'TX', 30.27, -97.74, ?3, ?4)
           ON CONFLICT (postal_code) DO UPDATE SET county_fips = ?3, county = ?4`,
        )
        .bind(900_000 + Number(zip), zip, fips, county),
    ),
  );
}
await places(["78799", "48453", "Travis"], ["78798", "48453", "Travis"]);

/** A customer of the business with a site in that ZIP code and, by default, with coordinates. */
async function site(name: string, zip: string, of = orgId, point: [number, number] | null = [30.27, -97.74]) {
  const made = await addCustomer(worker, of, name);
  await worker.db
    .prepare(
      "UPDATE addresses SET postal_code = ?, line1 = '7 Secret Lane', latitude = ?, longitude = ? WHERE org_id = ? AND id = ?",
    )
    .bind(zip, point?.[0] ?? null, point?.[1] ?? null, of, made.siteAddressId)
    .run();
  return made;
}

async function workOrder(
  name: string,
  hours: number,
  options: { by?: string | null; point?: [number, number] | null } = {},
) {
  const { by = technicianId, point = [30.27, -97.74] } = options;
  const where = await site(name, "78799", orgId, point);
  const at = new Date(Date.now() + hours * 3_600_000).toISOString();
  return addWorkOrder(admin, where, { ...(by && { technicianId: by }), scheduledStart: at, overrideReason: "Agreed" });
}
/** The business's date, which differs from UTC's in the evening. */
const dayOf = (at: string) => new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Chicago" }).format(new Date(at));

test("visitors see counts by state, county and ZIP code, with counts under five hidden", async () => {
  for (let n = 0; n < 6; n++) await site(`Many Sites${n}`, "78799", n % 2 ? orgId : other.orgId);
  await site("Lonely House", "78798");
  const { json } = await guest.get<Coverage>("/api/coverage?state=TX&county=48453");
  const of = (areas: Area[], code: string) => areas.find((area) => area.code === code);
  expect(of(json.states, "TX")?.sites).toBeGreaterThanOrEqual(7);
  expect(of(json.counties, "48453")?.sites).toBeGreaterThanOrEqual(7);
  expect(of(json.zips, "78799")?.sites).toBeGreaterThanOrEqual(6);
  expect(of(json.zips, "78798")).toMatchObject({ sites: null });
});

test("a visitor who enters a ZIP code sees whether it is served, with its county selected", async () => {
  const ask = (query: string) => guest.get<Coverage & { state: string; county: string }>(`/api/coverage?${query}`);
  const served = (await ask("zip=78798")).json;
  expect([served.state, served.county, served.found]).toEqual([
    ...["TX", "48453"],
    { code: "78798", name: "78798", sites: null },
  ]);
  expect((await ask("zip=00501")).json.found).toBeNull();
  expect((await ask("zip=7879")).status).toBe(400);
  expect((await guest.get("/map?zip=78798")).text).toContain("78798 is served: fewer than 5 properties.");
  expect((await guest.get("/map?zip=00501")).text).toContain("No one on Plenum serves 00501 yet.");
  expect((await guest.get("/map?zip=Austin")).text).toContain("A ZIP code has five digits.");
});

test.each(["/map", "/map2", "/map?state=TX&county=48453", "/map2?date=2026-11-24"])(
  "%s shows visitors no customer, street, job, technician or location",
  async (path) => {
    await workOrder("Hidden Customer", 1);
    const name = await worker.db
      .prepare("SELECT first_name || ' ' || last_name AS name FROM technicians WHERE org_id = ? AND id = ?")
      .bind(orgId, technicianId)
      .first<string>("name");
    for (const at of [path, path.replace(/^\/(map2?)/, "/$1.data")]) {
      const answer = await guest.get(at);
      expect(answer.status, at).toBe(200);
      for (const secret of ["Hidden", "Secret Lane", "No heat", "WO-", "latitude", "30.27", orgId, name ?? "?"])
        expect(answer.text, `${at} ${secret}`).not.toContain(secret);
    }
  },
);

test.each(["/api/maps/day", "/api/maps/routes", "/api/maps/routes/moves/1", "/api/maps/own-place/sharing"])(
  "visitors get 401 from %s",
  async (path) => {
    const answer = await guest.get<{ code: string }>(path);
    expect([answer.status, answer.json.code]).toEqual([401, "unauthenticated"]);
  },
);

test("a household member sees only the coverage map", async () => {
  const household = await worker.household();
  const page = await household.get("/map");
  expect(page.status).toBe(200);
  expect(page.text).toContain("Coverage map");
  expect((await household.get("/api/maps/day")).status).toBe(403);
});

test("staff see their own business's jobs of the day; a job without a valid location has no point", async () => {
  const mapped = await workOrder("Mapped Home", 2);
  const lost = await workOrder("Lost Home", 3, { point: null });
  const zero = await workOrder("Zero Home", 4, { point: [0, 0] });
  const { json } = await admin.get<MapDayJson>(`/api/maps/day?date=${dayOf(mapped.scheduledStart ?? "")}`);
  expect(json).toMatchObject({ isPartial: false });
  const pointOf = (id: string) => json.jobs.find((one) => one.id === id)?.point;
  expect(pointOf(mapped.id)).toEqual({ latitude: 30.27, longitude: -97.74 });
  const all = [
    ...json.jobs,
    ...(await admin.get<MapDayJson>(`/api/maps/day?date=${dayOf(zero.scheduledStart ?? "")}`)).json.jobs,
  ];
  expect([lost, zero].map(({ id }) => all.find((one) => one.id === id)?.point)).toEqual([null, null]);
  expect((await other.admin.get(`/api/maps/day?date=${dayOf(mapped.scheduledStart ?? "")}`)).text).not.toContain(
    "Mapped Home",
  );
  const page = await admin.get("/map");
  expect([page.status, databaseCosts(page).rounds <= 2]).toEqual([200, true]);
});

const own = "/api/maps/own-place";
const here = { latitude: 30.3, longitude: -97.7, accuracy: 12 };

/** The technician works around the clock, or not at all. */
async function works(available: boolean): Promise<void> {
  const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
  const week = Object.fromEntries(days.map((day) => [day, { available, start: "00:00", end: "00:00" }]));
  await worker.db
    .prepare("UPDATE technicians SET availability = ? WHERE org_id = ? AND id = ?")
    .bind(JSON.stringify(week), orgId, technicianId)
    .run();
}

const stored = () =>
  worker.db.prepare("SELECT latitude FROM technician_places WHERE org_id = ?").bind(orgId).all<{ latitude: number }>();

test("a technician's location is stored only with consent and deleted when consent ends", async () => {
  await works(true);
  expect((await technician.post(own, here)).json).toEqual({ stored: false, reason: "not_shared" });
  expect((await technician.put(`${own}/sharing`, { shares: true })).json).toEqual({ shares: true });
  await works(false);
  expect((await technician.post(own, here)).json).toEqual({ stored: false, reason: "not_at_work" });
  expect((await stored()).results).toEqual([]);
  await works(true);
  expect((await technician.post(own, here)).json).toEqual({ stored: true, reason: null });
  expect((await technician.post(own, { ...here, latitude: 30.4 })).json).toEqual({ stored: true, reason: null });
  // Only the last location is stored.
  expect((await stored()).results).toEqual([{ latitude: 30.4 }]);
  const seen = async (by: Visitor) =>
    (await by.get<MapDayJson>("/api/maps/day")).json.technicians.map((one) => one.technicianId);
  // Shown until the end of the hour or the shift, whichever comes first.
  const shown = await worker.db
    .prepare(
      "SELECT (julianday(shown_until) - julianday(at)) * 1440 AS minutes FROM technician_places WHERE org_id = ?",
    )
    .bind(orgId)
    .first<number>("minutes");
  expect(shown).toBeGreaterThan(0);
  expect(shown).toBeLessThanOrEqual(60.001);
  expect(await seen(admin)).toEqual([technicianId]);
  expect(await seen(technician)).toEqual([technicianId]);
  const colleague = await worker.member(orgId, "Technician");
  expect(await seen(colleague)).toEqual([]);
  await technician.put(`${own}/sharing`, { shares: false });
  expect((await stored()).results).toEqual([]);
  expect(await seen(admin)).toEqual([]);
});

test("a technician who has left is not listed among those who share their location", async () => {
  const left = await addTechnician(worker, orgId, "Left");
  await worker.db
    .prepare("INSERT INTO technician_place_consents (org_id, technician_id, given_at) VALUES (?, ?, ?)")
    .bind(orgId, left, new Date().toISOString())
    .run();
  const listed = async () =>
    (await admin.get<MapDayJson>("/api/maps/day")).json.technicians.some((one) => one.technicianId === left);
  expect(await listed()).toBe(true);
  await worker.db
    .prepare("UPDATE technicians SET status = 'inactive' WHERE org_id = ? AND id = ?")
    .bind(orgId, left)
    .run();
  expect(await listed()).toBe(false);
});

test("the database rejects a location without consent or at 0, 0, and an old location is not shown", async () => {
  const insert = (latitude: number, longitude: number, at: string) =>
    worker.db
      .prepare("INSERT INTO technician_places VALUES (?, ?, ?, ?, 5, ?, ?)")
      .bind(orgId, technicianId, latitude, longitude, at, new Date(Date.parse(at) + 3_600_000).toISOString())
      .run();
  const now = new Date().toISOString();
  await expect(insert(30, -97, now)).rejects.toThrow(/place_without_consent/);
  await technician.put(`${own}/sharing`, { shares: true });
  await expect(insert(0, 0, now)).rejects.toThrow(/technician_place_not_zero/);
  await insert(30, -97, new Date(Date.now() - 2 * 3_600_000).toISOString());
  // Technicians who share their location are listed even without one to show.
  const { technicians } = (await admin.get<MapDayJson>("/api/maps/day")).json;
  expect(technicians).toMatchObject([{ technicianId, point: null, at: null }]);
  expect((await admin.get("/map")).text).toContain("No location in the last hour");
  await technician.put(`${own}/sharing`, { shares: false });
  const zero = await technician.post<{ fields: object }>(own, { latitude: 0, longitude: 0 });
  expect([zero.status, zero.json.fields]).toEqual([400, { latitude: ["0, 0 is not a place"] }]);
});

test("a member who is not a technician cannot share a location", async () => {
  const manager = await worker.member(orgId, "Manager");
  expect((await manager.post(own, here)).status).toBe(403);
  expect((await manager.get(`${own}/sharing`)).json).toEqual({ isTechnician: false, shares: false });
});

interface RoutesJson {
  driveMinutes: number;
  unknownDrives: number;
  routes: {
    technicianId: string;
    driveMinutes: number;
    stops: { id: string; place: number; version: number; drive: { minutes: number | null; basis: string } | null }[];
  }[];
}
interface MovesJson {
  version: number;
  now: { addedMinutes: number | null };
  options: { technicianId: string; start: string; changeMinutes: number | null }[];
}

test("routes follow the schedule with drives that add up, and a move is applied as shown", async () => {
  const business = await worker.business();
  const [one, two] = [
    await addTechnician(worker, business.orgId, "Rosa"),
    await addTechnician(worker, business.orgId, "Theo"),
  ];
  const day = nextYear("2027-11-22");
  const at = async (name: string, point: [number, number] | null, time: string, who: string) =>
    addWorkOrder(business.admin, await site(name, "78799", business.orgId, point), {
      ...{ technicianId: who, scheduledStart: `${day}T${time}:00Z`, durationMinutes: 60, overrideReason: "Agreed" },
    });
  const near = await at("Stop One", [30.27, -97.74], "15:00", one);
  const far = await at("Stop Two", [30.5, -97.4], "18:00", one);
  const nowhere = await at("Stop Three", null, "21:00", one);
  await at("Stop Four", [30.501, -97.401], "15:00", two);
  const { json } = await business.admin.get<RoutesJson>(`/api/maps/routes?date=${day}`);
  const route = json.routes.find(({ technicianId: id }) => id === one);
  expect(route?.stops.map(({ id, place }) => [id, place])).toEqual([
    [near.id, 1],
    [far.id, 2],
    [nowhere.id, 3],
  ]);
  expect(route?.stops[2]?.drive).toEqual({ minutes: null, basis: "unknown" });
  expect(route?.driveMinutes).toBe(route?.stops.reduce((sum, { drive }) => sum + (drive?.minutes ?? 0), 0));
  expect(json.driveMinutes).toBe(json.routes.reduce((sum, { driveMinutes }) => sum + driveMinutes, 0));
  expect(json.unknownDrives).toBe(1);

  await business.admin.patch(`/api/work-orders/${nowhere.id}/status`, {
    status: "cancelled",
    cancelReason: "customer",
  });
  const moves = (await business.admin.get<MovesJson>(`/api/maps/routes/moves/${far.number}?date=${day}`)).json;
  const listed = moves.options.map(({ changeMinutes }) => changeMinutes ?? Number.POSITIVE_INFINITY);
  expect(listed).toEqual(listed.toSorted((a, b) => a - b));
  expect(moves.options.length).toBeGreaterThan(0);
  const before = (await business.admin.get<RoutesJson>(`/api/maps/routes?date=${day}`)).json.driveMinutes;
  const [chosen] = moves.options;
  const applied = await business.admin.put(`/api/work-orders/${far.id}/schedule`, {
    ...{ technicianId: chosen?.technicianId, start: chosen?.start, version: moves.version },
  });
  expect(applied.status).toBe(200);
  const after = (await business.admin.get<RoutesJson>(`/api/maps/routes?date=${day}`)).json.driveMinutes;
  expect(after - before).toBe(chosen?.changeMinutes);
  const late = await business.admin.put(`/api/work-orders/${far.id}/schedule`, {
    start: chosen?.start,
    version: moves.version,
  });
  expect(late.status).toBe(409);
  expect((await other.admin.get(`/api/maps/routes/moves/${far.id}`)).status).toBe(404);
});

test("the content security policy allows map images only from the configured tile server", async () => {
  const imagesOf = (headers: Headers) =>
    /img-src ([^;]*)/.exec(headers.get("content-security-policy") ?? "")?.[1]?.trim();
  const plain = await guest.get("/map");
  expect(imagesOf(plain.headers)).toBe("'self' data: blob:");
  const tiled = await ownWorker({
    ...{ MAP_TILES_URL: "https://tiles.example.com/{z}/{x}/{y}.png?key=k", MAP_TILES_CREDIT: "© Somebody" },
  });
  const page = await tiled.visitor().get("/map");
  expect(imagesOf(page.headers)).toBe("'self' data: blob: https://tiles.example.com");
  expect(page.text).toContain("© Somebody");
});

test("the routes page reads at most 300 rows, however many ZIP codes a business serves", async () => {
  const business = await worker.business();
  const zips = Array.from({ length: 120 }, (_, n) => String(70_000 + n));
  await worker.db.batch(
    zips.map((zip) =>
      worker.db
        .prepare(
          "INSERT INTO site_zips (org_id, zip, sites) VALUES (?, ?, 1) ON CONFLICT (org_id, zip) DO UPDATE SET sites = 1",
        )
        .bind(business.orgId, zip),
    ),
  );
  const page = await business.admin.get("/map2");
  expect(page.status).toBe(200);
  expect(databaseCosts(page).read).toBeLessThanOrEqual(300);
});
