import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { nextYear } from "#tests/support/next-year";
import { change, setUpTechnician, type TechnicianJson } from "#tests/support/technicians";
import { databaseCosts } from "#tests/support/visitor";
import { addCustomer, addWorkOrder } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const business = await worker.business();
const { manager: office, technicianId } = business;

const pages: [string, string][] = [
  ["/technicians", "Technicians"],
  ["/technicians/available", "Availability"],
  ["/technicians/holidays", "No holidays yet."],
  ["/technicians/create", "Invite technician"],
  ["/technicians/invite", "Invite technician"],
  ["/technicians/invitations", "Pending invitations"],
  [`/technicians/${technicianId}`, "Luis Ortega"],
  [`/technicians/${technicianId}/edit`, "Edit Luis Ortega"],
  [`/technicians/${technicianId}/schedule`, "This week"],
  [`/technicians/${technicianId}/schedule/time-off/new`, "Time off for Luis"],
];

test.each(pages)("%s opens in two round trips, has one heading and is for the office only", async (path, text) => {
  const page = await office.get(path);
  expect(page.status).toBe(200);
  expect(page.text).toContain(text);
  expect(page.text.match(/<h1/g)).toHaveLength(1);
  expect(page.text).not.toMatch(/ style="/);
  expect(databaseCosts(page).rounds).toBeLessThanOrEqual(2);
  const guest = await worker.visitor().get(path);
  expect([guest.status, guest.location?.startsWith("/login")]).toEqual([302, true]);
  const stranger = await worker.member(business.orgId, "Technician", []);
  expect((await stranger.get(path)).status).toBe(403);
  expect((await (await worker.household()).get(path)).status).toBe(403);
});

test.each([
  ["/technicians?view=free&skills=Boilers", "/technicians/available?skills=Boilers"],
  ["/technicians?holidays=yes", "/technicians/holidays"],
  [`/technicians/${technicianId}?add=time-off`, `/technicians/${technicianId}/schedule/time-off/new`],
  [`/technicians/${technicianId}?week=2026-03-02`, `/technicians/${technicianId}/schedule?week=2026-03-02`],
  [`/technicians/${technicianId}/schedule?add=time-off`, `/technicians/${technicianId}/schedule/time-off/new`],
])("%s redirects to its current URL", async (path, location) => {
  const answer = await office.get(path);
  expect([answer.status, answer.location]).toEqual([302, location]);
});

test("availability says whether nobody has the skills or nobody is active", async () => {
  const { manager, technicianId: only } = await worker.business();
  const says = async (query: string) => (await manager.get(`/technicians/available${query}`)).text;
  expect(await says("?skills=Juggling")).toContain("No technician has all of these skills.");
  await change(manager, { id: only, version: 1 }, { status: "inactive" });
  expect(await says("")).toContain("No active technicians.");
});

/** The hidden fields of the first form that removes a row. */
function removeForm(html: string) {
  const pattern = /name="id" value="([^"]+)"\/>(?:<input type="hidden" name="idempotencyKey" value="([^"]+)"\/>)?/;
  const [, id = "", idempotencyKey = ""] = pattern.exec(html) ?? [];
  return { id, idempotencyKey };
}

test("holidays can be added to the list and removed", async () => {
  const path = "/technicians/holidays";
  const added = await office.submit(path, {
    intent: "add",
    name: "Founders' Day",
    from: nextYear("2027-06-01"),
    to: "",
  });
  expect([added.status, added.location]).toEqual([302, path]);
  const page = await office.get(path);
  expect(page.text).toContain("Founders&#x27; Day");
  const form = removeForm(page.text);
  // A double click sends the form twice.
  for (let clicks = 0; clicks < 2; clicks += 1)
    expect((await office.submit(path, { intent: "remove", ...form })).status).toBe(302);
  expect((await office.get(path)).text).not.toContain("Founders&#x27; Day");
});

test("a technician whose access is turned off is shown as such", async () => {
  const { admin, technician, technicianId } = await worker.business();
  const path = `/technicians/${technicianId}`;
  const hasAccess = async () =>
    (await admin.get<{ hasAccess: boolean }>(`/api/technicians/${technicianId}`)).json.hasAccess;
  expect(await hasAccess()).toBe(true);
  expect((await admin.get(path)).text).toContain("Has an account and can sign in.");
  await admin.submit(`/system/user-managment/${technician.userId}`, { intent: "disable", version: "1" });
  await expect.poll(hasAccess).toBe(false);
  expect((await admin.get(path)).text).toContain("Has an account, but access is turned off.");
});

test("the breadcrumb names the technician", async () => {
  const page = await office.get(`/technicians/${technicianId}/schedule`);
  const trail = page.text.slice(page.text.indexOf('aria-label="Breadcrumb"')).replace(/<[^>]+>/g, " ");
  expect(trail).toMatch(/Home\s+Technicians\s+Luis Ortega\s+Schedule/);
});

test.each(["", "/edit", "/schedule"])(
  "another business's technician%s returns 404 like an unknown id",
  async (below) => {
    const other = await worker.business();
    const answers = await Promise.all(
      [other.technicianId, randomUUID()].map((id) => office.get(`/technicians/${id}${below}`)),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      expect(answer.text).toContain("Technician not found");
    }
  },
);

const filled = (technician: TechnicianJson, fields: Record<string, string> = {}) => ({
  version: String(technician.version),
  firstName: technician.firstName,
  lastName: technician.lastName,
  email: technician.email,
  status: "active",
  skillLevel: "senior",
  ...fields,
});

test("the edit form saves hours, certifications, addresses and the contact, and keeps refused input", async () => {
  const made = await setUpTechnician(office, { skills: ["Boilers"] });
  const sent = await office.submit(
    `/technicians/${made.id}/edit`,
    filled(made, {
      phone: "414 555 0123",
      hourlyRate: "1,00.5",
      skills: "Controls, Boilers",
    }),
  );
  expect(sent.status).toBe(400);
  expect(sent.text).toContain("Hourly rate must be between $0 and $500");
  expect(sent.text).toContain("Invalid technician data provided");
  expect(sent.text).toContain("414 555 0123");
  const saved = await office.submit(
    `/technicians/${made.id}/edit`,
    filled(made, {
      phone: "414 555 0123",
      hourlyRate: "45.50",
      skills: "Controls, Boilers",
      "availability.monday.available": "on",
      "availability.monday.start": "06:30",
      "availability.monday.end": "14:00",
      "availability.monday.breaks[0].start": "10:00",
      "availability.monday.breaks[0].end": "10:15",
      "availability.tuesday.start": "08:00",
      "availability.tuesday.end": "17:00",
      "availability.tuesday.breaks[0].start": "",
      "availability.tuesday.breaks[0].end": "",
      "certifications[0].name": "EPA 608",
      "certifications[0].expiresOn": nextYear("2027-05-01"),
      "certifications[1].name": "",
      "certifications[1].number": "",
      "addresses[0].type": "home",
      "addresses[0].line1": "1 Elm St",
      "addresses[0].city": "Austin",
      "addresses[0].state": "TX",
      "addresses[0].postalCode": "78701",
      "addresses[1].type": "depot",
      "addresses[1].line1": "",
      "emergencyContact.name": "Jo",
      "emergencyContact.phone": "4145550123",
    }),
  );
  expect([saved.status, saved.location]).toEqual([302, `/technicians/${made.id}`]);
  const now = (await office.get<TechnicianJson>(`/api/technicians/${made.id}`)).json;
  expect(now).toMatchObject({
    status: "active",
    hourlyRate: 45.5,
    skills: ["Boilers", "Controls"],
    certifications: [{ name: "EPA 608", expiresOn: nextYear("2027-05-01") }],
    addresses: [{ type: "home", line1: "1 Elm St" }],
    emergencyContact: { name: "Jo", phone: "+14145550123" },
  });
  expect(now.availability.monday).toEqual({
    available: true,
    start: "06:30",
    end: "14:00",
    breaks: [{ start: "10:00", end: "10:15" }],
  });
  expect(now.availability.tuesday).toMatchObject({ available: false, breaks: [] });
  const form = await office.get(`/technicians/${made.id}/edit`);
  for (const value of ['value="EPA 608"', 'value="1 Elm St"', 'value="45.50"', 'value="10:15"', 'value="Jo"']) {
    expect(form.text).toContain(value);
  }
});

test("an edit of a stale version shows both versions and keeps the user's input", async () => {
  const made = await setUpTechnician(office);
  await change(office, made, { phone: "4145550001" });
  const late = await office.submit(`/technicians/${made.id}/edit`, filled(made, { phone: "4145550002" }));
  expect(late.status).toBe(409);
  expect(late.text).toContain("Someone else changed this technician while you were editing");
  expect(late.text).toContain("4145550001");
  expect(late.text).toContain("4145550002");
});

test("an invitation sent from the page is in the list of pending ones", async () => {
  const sent = await office.submit("/technicians/create", {
    email: "page@example.com",
    firstName: "Pat",
    lastName: "Gray",
    phone: "",
    skillLevel: "",
    hourlyRate: "",
    yearsExperience: "",
  });
  expect([sent.status, sent.location]).toEqual([302, "/technicians/invitations"]);
  expect((await office.get("/technicians/invitations")).text).toContain("Pat Gray");
  const again = await office.submit("/technicians/invite", { email: "page@example.com" });
  expect(again.status).toBe(409);
  expect(again.text).toContain("A user with this email already exists or has a pending invitation");
});

test("time off added on the schedule shows what is booked then and can be removed", async () => {
  const site = await addCustomer(worker, business.orgId);
  await addWorkOrder(office, site, { technicianId, scheduledStart: nextYear("2027-02-02T16:00:00Z") });
  const schedule = `/technicians/${technicianId}/schedule`;
  const sent = await office.submit(`${schedule}/time-off/new`, {
    from: nextYear("2027-02-01"),
    to: nextYear("2027-02-03"),
    fromTime: "",
    toTime: "",
    reason: "vacation",
    note: "",
  });
  expect([sent.status, sent.location]).toEqual([302, schedule]);
  expect((await office.get(schedule)).text).toContain("1 job is still booked then.");
  const week = await office.get(nextYear(`${schedule}?week=2027-02-01`));
  expect(week.text).toContain("Away: Vacation");
  expect(week.text).toContain("No heat");
  const form = removeForm((await office.get(schedule)).text);
  for (let clicks = 0; clicks < 2; clicks += 1)
    expect((await office.submit(schedule, { intent: "removeTimeOff", ...form })).status).toBe(302);
  expect((await office.get(nextYear(`${schedule}?week=2027-02-01`))).text).not.toContain("Away: Vacation");
});

test("a technician's days show customers only to users who may see them or their jobs, and to the technician", async () => {
  const { manager, technician, technicianId, orgId } = await worker.business();
  const site = await addCustomer(worker, orgId, "Nora Quist");
  await addWorkOrder(manager, site, {
    ...{ technicianId, title: "No cooling", description: "Key under the mat" },
    ...{ scheduledStart: nextYear("2027-11-22T15:00:00Z"), overrideReason: "Agreed" },
  });
  const day = nextYear("2027-11-22");
  const pages = [
    `/technicians/${technicianId}/route-sheet/${day}`,
    `/technicians/${technicianId}/schedule?week=${day}`,
  ];
  const reader = await worker.member(orgId, "Manager", ["technicians.read"]);
  const dispatcher = await worker.member(orgId, "Manager", ["technicians.read", "work_orders.read"]);
  const shown = (by: typeof manager) =>
    Promise.all(
      pages.map(async (page) => {
        const { text } = await by.get(page);
        return [text.includes("No cooling"), /Nora Quist|12 Oak Street|Austin|Key under/.test(text)];
      }),
    );
  expect(await shown(reader)).toEqual([
    [true, false],
    [true, false],
  ]);
  for (const by of [dispatcher, technician])
    expect(await shown(by)).toEqual([
      [true, true],
      [true, true],
    ]);
});
