import { expect, test } from "vitest";
import { setUpTechnician, type TechnicianJson } from "#tests/support/technicians";
import { databaseCosts } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

interface ListJson {
  items: TechnicianJson[];
  nextCursor: string | null;
  total: number | null;
}

test("the list is sorted by last name, paged without gaps and filtered by status, level, skill and text", async () => {
  const { manager } = await worker.business();
  const names = ["Abbott", "baker", "Carr", "Dunn", "Evans"];
  for (const [index, lastName] of names.entries()) {
    await setUpTechnician(manager, {
      lastName,
      skills: index % 2 ? ["Boilers"] : ["Ducts"],
      skillLevel: index === 4 ? "lead" : "certified",
    });
  }
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: { json: ListJson } = await manager.get<ListJson>(
      `/api/technicians?limit=2&cursor=${encodeURIComponent(cursor)}`,
    );
    expect(page.json.total).toBe(6);
    seen.push(...page.json.items.map((one) => one.lastName));
    cursor = page.json.nextCursor;
  }
  expect(seen).toEqual([...names, "Ortega"]);
  const found = async (query: string) =>
    (await manager.get<ListJson>(`/api/technicians?${query}`)).json.items.map((one) => one.lastName);
  expect(await found("skill=boilers")).toEqual(["baker", "Dunn"]);
  expect(await found("skillLevel=lead")).toEqual(["Evans"]);
  expect(await found("skillLevel=not_set")).toEqual(["Ortega"]);
  expect(await found("status=active")).toEqual(["Ortega"]);
  expect(await found("search=bak")).toEqual(["baker"]);
  expect(await found("search=%25")).toEqual([]);
  expect(await found("search=BOIL")).toEqual(["baker", "Dunn"]);
  expect(await found(`search=${"a long name ".repeat(8)}`)).toEqual([]);
});

test("a name with an accented capital is found as it is written", async () => {
  const { manager } = await worker.business();
  await setUpTechnician(manager, { lastName: "Ólafsson", skills: ["Öfen"] });
  const found = async (search: string) =>
    (await manager.get<ListJson>(`/api/technicians?search=${encodeURIComponent(search)}`)).json.items.map(
      (one) => one.lastName,
    );
  expect(await found("ÓLAF")).toEqual(["Ólafsson"]);
  expect(await found("Ólafsson")).toEqual(["Ólafsson"]);
  expect(await found("öFEN")).toEqual(["Ólafsson"]);
});

test("the list takes two round trips", async () => {
  const { manager } = await worker.business();
  await setUpTechnician(manager, { skills: ["Boilers"] });
  const answer = await manager.get("/api/technicians");
  expect(databaseCosts(answer).calls).toBe(2);
});

interface Found {
  items: { fullName: string; skills: string[] }[];
  total: number;
}

test("a search finds technicians with every skill, most senior first; a certification counts until it expires", async () => {
  const { manager } = await worker.business();
  await setUpTechnician(manager, { firstName: "Ana", skills: ["Heat pumps", "Controls"], skillLevel: "certified" });
  await setUpTechnician(manager, { firstName: "Ben", skills: ["heat  PUMPS", "Controls"], skillLevel: "lead" });
  await setUpTechnician(manager, { firstName: "Cy", skills: ["Heat pumps"], certifications: [{ name: "EPA 608" }] });
  await setUpTechnician(manager, {
    firstName: "Di",
    skills: ["Heat pumps"],
    certifications: [{ name: "EPA 608", expiresOn: "2020-01-31" }],
  });
  const names = async (skills: string) =>
    (await manager.get<Found>(`/api/technicians/search?skills=${encodeURIComponent(skills)}`)).json.items.map(
      (one) => one.fullName,
    );
  expect(await names("Heat pumps,Controls")).toEqual(["Ben Chen", "Ana Chen"]);
  expect(await names("heat pumps, epa 608")).toEqual(["Cy Chen"]);
  expect(await names("Plumbing")).toEqual([]);
  expect(await names("")).toHaveLength(5);
});

test("a search is paged in order of seniority, then of names", async () => {
  const { manager } = await worker.business();
  const people = [
    ...[
      ["Ana", "senior"],
      ["Ben", "lead"],
      ["Cy", null],
      ["Di", "apprentice"],
      ["Ed", "senior"],
    ].map(([firstName, skillLevel]) => ({ firstName, skillLevel, skills: ["Chillers"] })),
  ];
  for (const person of people) await setUpTechnician(manager, person);
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: { json: Found & { nextCursor: string | null } } = await manager.get(
      `/api/technicians/search?skills=chillers&limit=2&cursor=${encodeURIComponent(cursor)}`,
    );
    expect(page.json.items.length).toBeLessThanOrEqual(2);
    expect(page.json.items.every(({ skills }) => skills.includes("Chillers"))).toBe(true);
    seen.push(...page.json.items.map(({ fullName }) => fullName.split(" ")[0] ?? ""));
    cursor = page.json.nextCursor;
  }
  expect(seen).toEqual(["Ben", "Ana", "Ed", "Di", "Cy"]);
});
