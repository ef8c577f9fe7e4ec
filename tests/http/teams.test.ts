import { expect, test } from "vitest";
import { nextYear } from "#tests/support/next-year";
import { pageText } from "#tests/support/page-text";
import { change, type Refused, setUpTechnician, type TechnicianJson } from "#tests/support/technicians";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const path = "/api/technicians/teams";
const dialog = "/technicians/teams";

interface TeamJson {
  id: string;
  name: string;
  technicianIds: string[];
  version: number;
}

type Answered = TeamJson & Refused;

const addTeam = (by: Visitor, name: string, technicianIds?: string[]) =>
  by.post<Answered>(path, { name, ...(technicianIds && { technicianIds }) });

async function setUpTeam(by: Visitor, name: string, technicianIds?: string[]): Promise<TeamJson> {
  const answer = await addTeam(by, name, technicianIds);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json;
}

const changeTeam = (by: Visitor, { id, version }: TeamJson, fields: object) =>
  by.patch<Answered>(`${path}/${id}`, { version, ...fields });

const teamsOf = async (by: Visitor) => (await by.get<{ items: TeamJson[] }>(path)).json.items;

const technicianOf = async (by: Visitor, id: string) =>
  (await by.get<TechnicianJson & { version: number }>(`/api/technicians/${id}`)).json;

test("a technician's team is set by its name, in any spelling, and a new name makes a new team", async () => {
  const { manager: office } = await worker.business();
  const mia = await setUpTechnician(office, { team: "Install  crew" });
  expect(mia.team).toBe("Install crew");
  const ben = await setUpTechnician(office, { firstName: "Ben", team: " INSTALL crew " });
  expect([ben.team, ben.teamId]).toEqual(["Install crew", mia.teamId]);
  expect(await teamsOf(office)).toMatchObject([{ name: "Install crew" }]);

  const moved = await change(office, ben, { team: "North branch" });
  expect(moved.json.team).toBe("North branch");
  const renamed = await change(office, moved.json, { firstName: "Benny" });
  expect(renamed.json.team).toBe("North branch");
  const without = await change(office, renamed.json, { team: "" });
  expect([without.json.team, without.json.teamId]).toEqual([null, null]);
  const teams = await teamsOf(office);
  expect(teams.map(({ name, technicianIds }) => [name, technicianIds])).toEqual([
    ["Install crew", [mia.id]],
    ["North branch", []],
  ]);
});

test("a team takes technicians from their teams, and a new list replaces the old one", async () => {
  const { manager: office } = await worker.business();
  const [mia, ben] = [await setUpTechnician(office, { team: "Service" }), await setUpTechnician(office)];
  const crew = await setUpTeam(office, "Install crew", [mia.id, ben.id]);
  expect(new Set(crew.technicianIds)).toEqual(new Set([mia.id, ben.id]));
  expect((await technicianOf(office, mia.id)).team).toBe("Install crew");
  const smaller = await changeTeam(office, crew, { technicianIds: [ben.id, ben.id] });
  expect([smaller.status, smaller.json.technicianIds]).toEqual([200, [ben.id]]);
  expect((await technicianOf(office, mia.id)).team).toBeNull();
  const same = await changeTeam(office, smaller.json, { name: "INSTALL crew" });
  expect([same.status, same.json.name, same.json.technicianIds]).toEqual([200, "INSTALL crew", [ben.id]]);
});

test.each([
  ["", "Name is required"],
  ["   ", "Name is required"],
  [undefined, "Name is required"],
  ["x".repeat(61), "Please use at most 60 characters"],
])("a team cannot be named %o", async (name, text) => {
  const { manager: office } = await worker.business();
  const answer = await office.post<Refused>(path, { name });
  expect([answer.status, answer.json.fields]).toEqual([400, { name: [text] }]);
});

test("a technician's team of 61 characters is refused next to the field", async () => {
  const { manager: office } = await worker.business();
  const mia = await setUpTechnician(office);
  const answer = await change(office, mia, { team: "x".repeat(61) });
  expect([answer.status, answer.json.fields]).toEqual([400, { team: ["Please use at most 60 characters"] }]);
  expect((await change(office, mia, { team: "x".repeat(60) })).status).toBe(200);
});

test("two teams cannot have the same name in upper and lower case", async () => {
  const { manager: office } = await worker.business();
  const crew = await setUpTeam(office, "Install crew");
  const branch = await setUpTeam(office, "North branch");
  const taken = { name: ["Another team has this name"] };
  const second = await addTeam(office, "install  CREW");
  expect([second.status, second.json.fields]).toEqual([409, taken]);
  const renamed = await changeTeam(office, branch, { name: "INSTALL CREW" });
  expect([renamed.status, renamed.json.fields]).toEqual([409, taken]);
  const both = await Promise.all([addTeam(office, "South branch"), addTeam(office, "SOUTH branch")]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect((await teamsOf(office)).map(({ name }) => name.toLowerCase())).toEqual([
    crew.name.toLowerCase(),
    "north branch",
    "south branch",
  ]);
});

test("another business's team and technicians are not found", async () => {
  const { manager: office, orgId, technicianId: ours } = await worker.business();
  const { manager: other, technicianId: theirs } = await worker.business();
  const foreign = await setUpTeam(other, "Install crew");
  expect((await changeTeam(office, foreign, { name: "Mine" })).status).toBe(404);
  expect((await office.delete(`${path}/${foreign.id}`)).status).toBe(404);
  expect((await office.get(`${dialog}/${foreign.id}`)).status).toBe(404);
  const mixed = await addTeam(office, "Mixed", [theirs]);
  expect([mixed.status, mixed.json.fields]).toEqual([
    400,
    { technicianIds: ["One of the technicians does not exist"] },
  ]);
  expect(await teamsOf(office)).toEqual([]);
  expect((await office.get<{ items: unknown[] }>(`/api/technicians?team=${foreign.id}`)).json.items).toEqual([]);
  expect(await teamsOf(other)).toMatchObject([{ name: "Install crew", version: 1 }]);
  const update = worker.db
    .prepare("UPDATE technicians SET team_id = ? WHERE org_id = ? AND id = ?")
    .bind(foreign.id, orgId, ours)
    .run();
  await expect(update).rejects.toThrow("team_gone");
});

test("saving an outdated team, or a technician whose team was renamed, gets a conflict", async () => {
  const { manager: office } = await worker.business();
  const mia = await setUpTechnician(office, { team: "Install crew" });
  const [crew] = await teamsOf(office);
  if (!crew) throw new Error("no team");
  const renamed = await changeTeam(office, crew, { name: "Installers" });
  expect(renamed.json.name).toBe("Installers");
  const late = await changeTeam(office, crew, { name: "Fitters" });
  expect([late.status, late.json.current]).toMatchObject([409, { name: "Installers" }]);
  const edit = await change(office, mia, { team: "Install crew" });
  expect([edit.status, edit.json.current]).toMatchObject([409, { team: "Installers" }]);

  const ben = await setUpTechnician(office, { team: "Installers" });
  const replaced = await changeTeam(office, renamed.json, { technicianIds: [mia.id] });
  expect(replaced.status).toBe(409);
  expect((await technicianOf(office, ben.id)).team).toBe("Installers");
});

test("a deleted team leaves its technicians without one, and undo brings it back", async () => {
  const { manager: office } = await worker.business();
  const mia = await setUpTechnician(office, { team: "Install crew" });
  const [crew] = await teamsOf(office);
  const deleted = await office.submit(dialog, { id: crew?.id ?? "" });
  expect([deleted.status, deleted.location]).toEqual([302, "/technicians"]);
  expect((await technicianOf(office, mia.id)).team).toBeNull();
  const cookie = decodeURIComponent(deleted.headers.getSetCookie().join(" "));
  const undo = JSON.parse(/"undo":(\{.*?\}\})/.exec(cookie)?.[1] ?? "null");
  expect(undo).toEqual({ action: dialog, fields: { intent: "restore", id: crew?.id } });
  expect((await office.submit(undo.action, undo.fields)).status).toBe(302);
  expect((await technicianOf(office, mia.id)).team).toBe("Install crew");
  expect((await teamsOf(office)).map(({ id }) => id)).toEqual([crew?.id]);
  expect((await office.submit(undo.action, undo.fields)).status).toBe(409);
  const again = await office.submit(dialog, { id: "unknown" });
  expect([again.status, pageText(again.text)]).toEqual([404, expect.stringContaining("Team not found")]);
});

test("a team of two hundred comes back with everyone who has not joined another team since", async () => {
  const { manager: office, orgId } = await worker.business();
  const crew = await addTeam(office, "Everyone");
  await worker.db.batch(
    Array.from({ length: 200 }, (_, i) =>
      worker.db
        .prepare(
          `INSERT INTO technicians (org_id, id, first_name, last_name, email, status, team_id, created_at)
          VALUES (?, ?, 'Pat', ?, ?, 'active', ?, '2026-01-01')`,
        )
        .bind(orgId, `${orgId}-${i}`, `Number ${i}`, `pat${i}@example.com`, crew.json.id),
    ),
  );
  expect((await office.submit(dialog, { id: crew.json.id })).status).toBe(302);
  const other = await addTeam(office, "Others", [`${orgId}-7`]);
  expect((await office.submit(dialog, { intent: "restore", id: crew.json.id })).status).toBe(302);
  expect((await teamsOf(office)).map(({ id, technicianIds }) => [id, technicianIds.length])).toEqual([
    [crew.json.id, 199],
    [other.json.id, 1],
  ]);
});

test("a team is restored by its own business alone, and only if it was deleted", async () => {
  const [{ manager: office, technician }, { manager: stranger }] = [await worker.business(), await worker.business()];
  const { id } = (await addTeam(office, "Crew")).json;
  expect((await office.submit(dialog, { intent: "restore", id })).status).toBe(404);
  expect((await office.submit(dialog, { id })).status).toBe(302);
  expect((await stranger.submit(dialog, { intent: "restore", id })).status).toBe(404);
  expect((await technician.submit(dialog, { intent: "restore", id })).status).toBe(403);
  expect((await office.submit(dialog, { intent: "restore", id })).status).toBe(302);
});

test("a business has at most 100 teams", async () => {
  const { manager: office, orgId } = await worker.business();
  const rows = Array.from({ length: 100 }, (_, i) =>
    worker.db
      .prepare("INSERT INTO teams (org_id, id, name, name_key, created_at) VALUES (?, ?, ?, ?, '2026-01-01')")
      .bind(orgId, `team-${i}`, `Team ${i}`, `team ${i}`),
  );
  await worker.db.batch(rows);
  const answer = await addTeam(office, "One more");
  expect([answer.status, answer.json.message]).toEqual([
    409,
    "A business can have at most 100 teams. Delete one first.",
  ]);
  const mia = await setUpTechnician(office, { team: "team 7" });
  expect(mia.team).toBe("Team 7");
  expect((await change(office, mia, { team: "One more" })).json.fields?.team?.[0]).toContain("at most 100 teams");
});

test("the list and its file are filtered by team", async () => {
  const { manager: office } = await worker.business();
  const mia = await setUpTechnician(office, { lastName: "Crewe", team: "Install crew" });
  const ben = await setUpTechnician(office, { firstName: "Ben", lastName: "Alone" });
  const names = async (team: string) =>
    (await office.get<{ items: TechnicianJson[] }>(`/api/technicians?team=${team}`)).json.items.map(({ id }) => id);
  expect(await names(mia.teamId ?? "")).toEqual([mia.id]);
  expect(await names("none")).toContain(ben.id);
  expect(await names("none")).not.toContain(mia.id);
  const page = await office.get(`/technicians?team=${mia.teamId}`);
  const text = pageText(page.text);
  expect(text).toContain("Mia Crewe");
  expect(text).not.toContain("Ben Alone");
  expect(databaseCosts(page).rounds).toBeLessThanOrEqual(2);
  const file = await office.get(`/api/technicians/export?team=${mia.teamId}`);
  const [head = "", ...lines] = file.text.trim().split(/\r?\n/);
  expect(head).toContain("Team");
  expect(lines).toEqual([expect.stringContaining("Install crew")]);
  const stale = pageText((await office.get("/technicians?team=gone")).text);
  expect(stale).toContain("Deleted team");
  expect(stale).toContain("No technician matches");
});

test("the forms choose a team and its technicians", async () => {
  const { manager: office } = await worker.business();
  const [mia, ben] = [await setUpTechnician(office), await setUpTechnician(office, { firstName: "Ben" })];
  const form = await office.get(`/technicians/${mia.id}/edit`);
  expect(form.text).toContain('name="team"');
  const fields = { firstName: "Mia", lastName: "Chen", email: mia.email, status: "active" };
  const saved = await office.submit(`/technicians/${mia.id}/edit`, { ...fields, version: "1", team: "Service" });
  expect(saved.status).toBe(302);
  const [team] = await teamsOf(office);
  expect(team).toMatchObject({ name: "Service", technicianIds: [mia.id] });
  expect(pageText((await office.get(`/technicians/${mia.id}`)).text)).toContain("Service");
  const at = `${dialog}/${team?.id}`;
  const page = await office.get(at);
  expect(databaseCosts(page).rounds).toBeLessThanOrEqual(2);
  expect(page.text).toContain('value="Service"');
  const version = String(team?.version);
  const swapped = await office.submit(at, { name: "Service", version, technicianIds: ben.id });
  expect([swapped.status, swapped.location]).toEqual([302, dialog]);
  expect(await teamsOf(office)).toMatchObject([{ technicianIds: [ben.id] }]);
  const [now] = await teamsOf(office);
  const emptied = await office.submit(at, { name: "Service", version: String(now?.version) });
  expect(emptied.status).toBe(302);
  expect(await teamsOf(office)).toMatchObject([{ technicianIds: [] }]);
  const refused = await office.submit(`${dialog}/new`, { name: "SERVICE" });
  expect(pageText(refused.text)).toContain("Another team has this name");
});

test("the scheduler's day names each technician's team", async () => {
  const { manager: office } = await worker.business();
  const mia = await setUpTechnician(office, { team: "Install crew", status: "active" });
  interface Day {
    technicians: { id: string; team: { id: string; name: string } | null }[];
  }
  const { technicians } = (await office.get<Day>(nextYear("/api/scheduling/days/2027-03-01"))).json;
  expect(technicians.find(({ id }) => id === mia.id)?.team).toEqual({ id: mia.teamId, name: "Install crew" });
  expect(technicians.some(({ team }) => team === null)).toBe(true);
});

test("technicians cannot see or change teams, and changes are audited", async () => {
  const { orgId, manager: office } = await worker.business();
  const stranger = await worker.member(orgId, "Technician", []);
  const crew = await setUpTeam(office, "Install crew");
  expect((await stranger.get(path)).status).toBe(403);
  expect((await addTeam(stranger, "Mine")).status).toBe(403);
  expect((await changeTeam(stranger, crew, { name: "Mine" })).status).toBe(403);
  expect((await stranger.delete(`${path}/${crew.id}`)).status).toBe(403);
  await setUpTechnician(office, { team: "Service" });
  await changeTeam(office, crew, { name: "Installers" });
  await office.delete(`${path}/${crew.id}`);
  const log = await worker.db
    .prepare("SELECT action FROM audit_log WHERE org_id = ? AND entity = 'team' ORDER BY id")
    .bind(orgId)
    .all<{ action: string }>();
  const actions = log.results.map(({ action }) => action);
  expect(actions.toSorted()).toEqual(["team.create", "team.create", "team.delete", "team.update"]);
});
