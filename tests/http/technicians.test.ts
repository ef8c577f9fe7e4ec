import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { nextYear } from "#tests/support/next-year";
import { aTechnician, change, type Refused, setUpTechnician, type TechnicianJson } from "#tests/support/technicians";
import { addCustomer, addWorkOrder } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { manager: office } = await worker.business();

test("a technician is created with every field and read back the same", async () => {
  const made = await setUpTechnician(office, {
    phone: "(414) 555-0199",
    skillLevel: "senior",
    hourlyRate: 42.5,
    yearsExperience: 11,
    skills: ["Heat pumps", "  EPA   608 ", "heat pumps"],
    certifications: [
      { name: "EPA 608 Universal", number: "U-1188" },
      { name: "NATE Heat Pumps", expiresOn: nextYear("2027-05-03") },
    ],
    addresses: [{ type: "home", line1: "12 Oak St", city: "Milwaukee", state: "WI", postalCode: "53202" }],
    emergencyContact: { name: "Lin Chen", phone: "+1 414 555 0100" },
  });
  expect(made).toMatchObject({
    fullName: "Mia Chen",
    phone: "+14145550199",
    status: "pending_setup",
    skillLevel: "senior",
    hourlyRate: 42.5,
    yearsExperience: 11,
    skills: ["EPA 608", "heat pumps"],
    emergencyContact: { name: "Lin Chen", phone: "+14145550100" },
    hasAccount: false,
    version: 1,
  });
  expect(made.certifications.map((one) => one.name)).toEqual(["EPA 608 Universal", "NATE Heat Pumps"]);
  expect(made.availability.monday).toEqual({ available: true, start: "08:00", end: "17:00", breaks: [] });
  expect(made.availability.sunday).toMatchObject({ available: false });
  const read = await office.get<TechnicianJson>(`/api/technicians/${made.id}`);
  expect(read.json).toEqual(made);
});

const refusals: [string, Record<string, unknown>, string, string][] = [
  ["no first name", { firstName: " " }, "firstName", "First name is required"],
  ["no last name", { lastName: "" }, "lastName", "Last name is required"],
  ["no email", { email: undefined }, "email", "Please enter a valid email address"],
  ["an email without a host", { email: "mia@" }, "email", "Please enter a valid email address"],
  ["a phone number that starts with 0", { phone: "0414 555 0199" }, "phone", "Please enter a valid phone number"],
  ["a phone number with 17 digits", { phone: "+12345678901234567" }, "phone", "Please enter a valid phone number"],
  ["a phone number of letters", { phone: "call me" }, "phone", "Please enter a valid phone number"],
  ["a rate below 0", { hourlyRate: -1 }, "hourlyRate", "Hourly rate must be between $0 and $500"],
  ["a rate above 500", { hourlyRate: 500.01 }, "hourlyRate", "Hourly rate must be between $0 and $500"],
  ["a rate that is not a number", { hourlyRate: "a lot" }, "hourlyRate", "Hourly rate must be between $0 and $500"],
  ["negative experience", { yearsExperience: -1 }, "yearsExperience", "Years of experience must be between 0 and 50"],
  ["experience above 50", { yearsExperience: 51 }, "yearsExperience", "Years of experience must be between 0 and 50"],
  ["an unknown level", { skillLevel: "wizard" }, "skillLevel", "Choose a skill level"],
  [
    "a contact without a phone number",
    { emergencyContact: { name: "Lin" } },
    "emergencyContact.phone",
    "Add the phone number of the emergency contact",
  ],
  [
    "a shift without a length",
    { availability: { monday: { available: true, start: "08:00", end: "08:00" } } },
    "availability.monday.end",
    "A shift can't start and end at the same time",
  ],
  [
    "a break outside its shift",
    {
      availability: {
        monday: { available: true, start: "08:00", end: "12:00", breaks: [{ start: "12:30", end: "13:00" }] },
      },
    },
    "availability.monday.breaks",
    "Breaks must be within the shift",
  ],
];

test.each(refusals)("%s is refused on create and on update", async (_, fields, field, text) => {
  const made = await setUpTechnician(office);
  const answers = [
    await office.post<Refused>("/api/technicians", aTechnician(fields)),
    ...(fields.email === undefined && "email" in fields ? [] : [await change(office, made, fields)]),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(400);
    expect(answer.json.message).toBe("Invalid technician data provided");
    expect(answer.json.fields?.[field]).toContain(text);
  }
});

test.each([
  ["phone", "+1234567890123456"],
  ["hourlyRate", 0],
  ["hourlyRate", 500],
  ["yearsExperience", 0],
  ["yearsExperience", 50],
])("%s can be %s", async (field, value) => {
  const made = await setUpTechnician(office, { [field]: value });
  expect(made).toMatchObject({ [field]: value });
});

test("another technician's email is refused, ignoring case", async () => {
  const made = await setUpTechnician(office);
  const second = await setUpTechnician(office);
  const again = await office.post<Refused>("/api/technicians", aTechnician({ email: made.email.toUpperCase() }));
  expect(again).toMatchObject({ status: 409, json: { message: "A technician with this email already exists" } });
  expect(again.json.fields?.email).toEqual(["A technician with this email already exists"]);
  const taken = await change(office, second, { email: made.email });
  expect(taken).toMatchObject({ status: 409, json: { message: "A technician with this email already exists" } });
});

test("the same email can be used in another business", async () => {
  const made = await setUpTechnician(office);
  const other = await worker.business();
  expect(await setUpTechnician(other.manager, { email: made.email })).toMatchObject({ email: made.email });
});

test("a double click creates one technician, and the same key with another body is refused", async () => {
  const body = aTechnician();
  const key = { "idempotency-key": randomUUID() };
  const [one, two] = await Promise.all([1, 2].map(() => office.post<TechnicianJson>("/api/technicians", body, key)));
  expect(one?.json.id).toBe(two?.json.id);
  expect((await office.post("/api/technicians", { ...body, firstName: "Max" }, key)).status).toBe(422);
});

test("omitted fields stay, a list replaces the list, and null clears", async () => {
  const made = await setUpTechnician(office, { skills: ["Boilers"], hourlyRate: 30, phone: "4145550111" });
  const changed = await change(office, made, { skills: "Furnaces, Ducts", hourlyRate: null });
  expect(changed.json).toMatchObject({
    skills: ["Ducts", "Furnaces"],
    hourlyRate: null,
    phone: "+14145550111",
    version: 2,
  });
});

test("omitted days of the week stay", async () => {
  const made = await setUpTechnician(office);
  const changed = await change(office, made, {
    availability: { saturday: { available: true, start: "09:00", end: "12:00" } },
  });
  expect(changed.json.availability).toMatchObject({
    saturday: { available: true, start: "09:00", end: "12:00" },
    monday: { available: true, start: "08:00", end: "17:00" },
  });
});

test("a change on a stale version is refused with the current technician", async () => {
  const made = await setUpTechnician(office);
  await change(office, made, { firstName: "Maya" });
  const late = await change(office, made, { firstName: "May" });
  expect(late.status).toBe(409);
  expect(late.json.current).toMatchObject({ firstName: "Maya", version: 2 });
});

test("of two concurrent changes, one is saved and the other gets a conflict", async () => {
  const made = await setUpTechnician(office);
  const both = await Promise.all(["Ann", "Bea"].map((firstName) => change(office, made, { firstName })));
  expect(both.map((one) => one.status).sort()).toEqual([200, 409]);
});

test("a technician with booked jobs cannot become inactive; once they are reassigned, the counters follow", async () => {
  const business = await worker.business();
  const site = await addCustomer(worker, business.orgId);
  const workOrder = await addWorkOrder(business.manager, site, {
    technicianId: business.technicianId,
    scheduledStart: nextYear("2027-03-08T15:00:00Z"),
  });
  const luis = (await business.manager.get<TechnicianJson>(`/api/technicians/${business.technicianId}`)).json;
  const refused = await change(business.manager, luis, { status: "inactive" });
  expect(refused.status).toBe(409);
  expect(refused.json.message).toContain("Jobs are still booked");
  await business.manager.patch(`/api/work-orders/${workOrder.id}`, { version: workOrder.version, technicianId: null });
  expect((await change(business.manager, luis, { status: "inactive" })).json.status).toBe("inactive");
  const count = (status: string) =>
    business.manager.get<{ total: number }>(`/api/technicians?status=${status}`).then((answer) => answer.json.total);
  expect([await count("active"), await count("inactive")]).toEqual([0, 1]);
});

test("another business's rows return the same errors as unknown ids", async () => {
  const mine = await worker.business();
  const theirs = await worker.business();
  const plain = (text: string) => text.replace(/"requestId":"[^"]*"/, "");
  const foreign = theirs.technicianId;
  const nobody = randomUUID();
  for (const path of ["", "/workload"]) {
    const answers = await Promise.all(
      [foreign, nobody].map((id) => mine.admin.get<Refused>(`/api/technicians/${id}${path}`)),
    );
    expect(answers.map((one) => one.status)).toEqual([404, 404]);
    expect(new Set(answers.map((one) => plain(one.text))).size).toBe(1);
    expect(answers[0]?.json.message).toBe("Technician not found");
  }
  const writes = await Promise.all(
    [foreign, nobody].map((id) => mine.admin.put<Refused>(`/api/technicians/${id}`, { version: 1, firstName: "X" })),
  );
  expect(writes.map((one) => one.status)).toEqual([404, 404]);
  expect(new Set(writes.map((one) => plain(one.text))).size).toBe(1);
  const absences = await Promise.all(
    [foreign, nobody].map((id) =>
      mine.admin.post<Refused>(`/api/technicians/${id}/time-off`, { from: nextYear("2027-03-01"), reason: "sick" }),
    ),
  );
  expect(absences.map((one) => one.json.message)).toEqual(["Technician not found", "Technician not found"]);
  const list = await mine.admin.get<{ items: TechnicianJson[] }>("/api/technicians");
  expect(list.json.items.map((one) => one.id)).toEqual([mine.technicianId]);
});

const writing: [string, string, object | undefined][] = [
  ["POST", "/api/technicians", aTechnician()],
  ["PUT", "/api/technicians/ID", { version: 1, firstName: "Max" }],
  ["POST", "/api/technicians/invite", { email: "new@example.com" }],
  ["POST", "/api/technicians/invitations/ID/resend", undefined],
  ["POST", "/api/technicians/invitations/ID/cancel", undefined],
  ["POST", "/api/technicians/ID/time-off", { from: nextYear("2027-03-01"), reason: "sick" }],
  ["DELETE", "/api/technicians/ID/time-off/ID", undefined],
  ["POST", "/api/technicians/holidays", { name: "Inventory", from: nextYear("2027-03-01") }],
  ["DELETE", "/api/technicians/holidays/ID", undefined],
];

test.each(writing)("%s %s is refused for users with read access and for guests", async (method, path, body) => {
  const { orgId, technicianId } = await worker.business();
  const reader = await worker.member(orgId, "Manager", ["technicians.read"]);
  const at = path.replaceAll("ID", technicianId);
  expect((await reader.send(method, at, { body })).status).toBe(403);
  expect((await worker.visitor().send(method, at, { body })).status).toBe(401);
});

test("technicians can read only their own record", async () => {
  const business = await worker.business();
  const other = await setUpTechnician(business.manager);
  expect((await business.technician.get(`/api/technicians/${business.technicianId}`)).status).toBe(200);
  expect((await business.technician.get(`/api/technicians/${other.id}`)).status).toBe(403);
  expect((await business.technician.get("/api/technicians")).status).toBe(403);
});

test("a technician's email cannot be a coworker's, and another business's addresses are not revealed", async () => {
  const { admin, orgId } = await worker.business();
  const colleague = await worker.db
    .prepare(
      "SELECT u.email FROM members m JOIN users u ON u.id = m.user_id WHERE m.org_id = ? AND m.technician_id IS NULL",
    )
    .bind(orgId)
    .first<string>("email");
  const made = await admin.post<{ id: string; version: number }>("/api/technicians", aTechnician());
  const change = (email: string | null) =>
    admin.put<Refused>(`/api/technicians/${made.json.id}`, { ...aTechnician(), email, version: made.json.version });
  const refused = await change(colleague);
  expect(refused.status).toBe(409);
  expect(refused.json.fields).toEqual({ email: ["Another user of your business has this email"] });
  const { orgId: elsewhere } = await worker.business("Elsewhere");
  const theirs = await worker.db
    .prepare(
      "SELECT u.email FROM members m JOIN users u ON u.id = m.user_id WHERE m.org_id = ? AND m.technician_id IS NULL",
    )
    .bind(elsewhere)
    .first<string>("email");
  expect((await change(theirs)).status).toBe(200);
});
