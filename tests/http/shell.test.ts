import { expect, test } from "vitest";
import type { Visitor } from "#tests/support/visitor";
import { testSite } from "#tests/support/worker";

const worker = await testSite();
const { admin, manager, technician } = await worker.business("North Wind Heating");
const household = await worker.household();
const guest = () => worker.visitor();

const sidebar = (html: string) => /<aside id="sidebar".*?<\/aside>/s.exec(html)?.[0] ?? "";
const count = (html: string, part: RegExp) => html.match(part)?.length ?? 0;
const withCookies = (cookie: string) => ({ headers: { cookie } });

test.each([
  ["plenum_theme=dark", "dark"],
  ["plenum_theme=light", "light"],
  ["plenum_theme=pink", "system"],
  ["plenum_theme=%E0%A4%A", "system"],
  ["other=1", "system"],
])("with the cookie %s the first paint is %s", async (cookie, theme) => {
  const { status, text } = await guest().get("/terms", withCookies(cookie));
  expect(status).toBe(200);
  expect(text).toContain(`<html lang="en" class="${theme}"`);
});

test.each<[string, () => Visitor, string[], string[]]>([
  ["an Admin", () => admin, ["All Work Orders", "Pending Invitations", "Business Settings", "Checking the API"], []],
  ["a Manager", () => manager, ["All Work Orders", "Invoices", "All Technicians"], ["Business Settings", "the API"]],
  ["a Technician", () => technician, ["Technician View", "Items"], ["Invoices", "Service Types", "All Technicians"]],
  ["a household", () => household, ["Cashflow", "Bank Accounts"], ["Work Orders", "Customers", "Inventory"]],
])("the sidebar of %s matches the permissions", async (_who, visitor, there, missing) => {
  const links = sidebar((await visitor().get("/support")).text);
  for (const label of ["Home", "Premium Active", "Chat with us", ...there]) expect(links).toContain(label);
  for (const label of missing) expect(links).not.toContain(label);
});

test("a guest gets the public header instead of the sidebar", async () => {
  const { text } = await guest().get("/");
  expect(sidebar(text)).toBe("");
  for (const label of ["Home", "Sign in", "Sign up"]) expect(text).toContain(`>${label}</a>`);
});

test("the home page sends signed-in users to their start page", async () => {
  const home = async (visitor: Visitor) => (await visitor.get("/")).location;
  expect(await home(admin)).toBe("/dashboard");
  expect(await home(technician)).toBe("/technician/jobs/today");
  expect(await home(household)).toBe("/finances/dashboard");
  expect((await guest().get("/")).status).toBe(200);
});

test("the sidebar stays open, closed or folded as the user left it", async () => {
  const { text } = await admin.get("/support");
  expect(text).toContain('data-state="open"');
  // Inventory, System and the user's own household.
  expect(count(sidebar(text), /<details(?! open)/g)).toBe(3);
  admin.cookies.set("plenum_sidebar", "closed");
  admin.cookies.set("plenum_folded", "finance.system");
  const folded = (await admin.get("/support")).text;
  expect(folded).toContain('data-state="closed"');
  expect(count(sidebar(folded), /<details(?! open)/g)).toBe(2);
  admin.cookies.delete("plenum_sidebar");
  admin.cookies.delete("plenum_folded");
});

test.each([
  ["/workorders/scheduler", true, "Breadcrumb"],
  ["/workorders/scheduler/2026-11-20", false, null],
  ["/designer", false, "Breadcrumb"],
  ["/support", true, "Breadcrumb"],
  ["/dashboard", true, null],
])("%s has a footer: %s, and a breadcrumb: %s", async (path, footer, trail) => {
  const { text } = await admin.get(path);
  expect(text.includes("Terms of Service</a>")).toBe(footer);
  expect(text.includes('aria-label="Breadcrumb"')).toBe(trail !== null);
});

test("the cookie banner shows on the home page of visitors until it is answered, and nowhere else", async () => {
  const asks = (html: string) => html.includes('aria-label="Cookies"');
  expect(asks((await guest().get("/")).text)).toBe(true);
  expect(asks((await guest().get("/", withCookies("plenum_consent=rejected"))).text)).toBe(false);
  expect(asks((await guest().get("/", withCookies("plenum_consent=maybe"))).text)).toBe(true);
  for (const path of ["/terms", "/signup", "/login"]) expect(asks((await guest().get(path)).text)).toBe(false);
  for (const path of ["/dashboard", "/finances"]) expect(asks((await admin.get(path)).text)).toBe(false);
});

test.each([
  ["/", "Plenum: one board for the day, one phone for the job"],
  ["/privacy", "Privacy Policy · Plenum"],
  ["/terms", "Terms of Service · Plenum"],
])("%s has what search engines need: title, description, one heading", async (path, title) => {
  const { status, text } = await guest().get(path);
  expect(status).toBe(200);
  expect(text).toContain(`<title>${title}</title>`);
  expect(text).toMatch(/<meta name="description" content="[^"]{40,}/);
  expect(count(text, /<h1/g)).toBe(1);
});

test("the privacy policy lets visitors change their cookie choice at #cookies", async () => {
  const { text } = await guest().get("/privacy");
  expect(text).toMatch(/<section id="cookies".*?<fieldset.*?Your answer/s);
});

test.each([
  "/receipts",
  "/todos?open=1",
  "/support?article=adding-a-bank-account",
  "/workorders/scheduler",
  "/workorders?status=no-such-status",
  "/workorders/board?technicianId=no-such-technician",
])("a guest at %s is sent to sign in and then back", async (path) => {
  const { status, location } = await guest().get(path);
  expect(status).toBe(302);
  expect(location).toBe(`/login?from=${encodeURIComponent(path)}`);
});

test("client navigation to a guarded page remembers the page, not its data", async () => {
  const { text } = await guest().get("/todos.data?open=1");
  expect(text).toContain("/login?from=%2Ftodos%3Fopen%3D1");
});

test.each(["/map", "/map2"])("visitors can open %s", async (path) => {
  expect((await guest().get(path)).status).toBe(200);
});

test.each<[string, string, number, () => Visitor]>([
  ["a household", "/invoices-v2", 403, () => household],
  ["a household", "/inventory/items", 403, () => household],
  ["a household", "/leads", 403, () => household],
  ["a household", "/payment", 200, () => household],
  ["a Technician", "/invoices-v2", 403, () => technician],
  ["a Technician", "/leads", 403, () => technician],
  ["a Technician", "/bugscout/issues", 403, () => technician],
  ["a Technician", "/inventory/items", 200, () => technician],
  ["a Manager", "/integrations/github", 403, () => manager],
  ["a Manager", "/leads", 200, () => manager],
])("%s opening %s gets %i", async (_who, path, status, visitor) => {
  expect((await visitor().get(path)).status).toBe(status);
});

test.each<[string, string, () => Visitor]>([
  ["a guest", "start from the home page", guest],
  ["an Admin", "search for the page by name", () => admin],
])("an unknown URL shows the not-found page to %s, who can %s", async (_who, advice, visitor) => {
  const { status, text } = await visitor().get("/no-such-page");
  expect(status).toBe(404);
  expect(text).toContain("Page not found");
  expect(text).toContain(advice);
  expect(text).toContain("Request ID");
  expect(text).toContain("Page not found · Plenum</title>");
});

test("an unknown article returns 404, and a known one is rendered in full", async () => {
  expect((await admin.get("/support?article=no-such")).status).toBe(404);
  const { text } = await admin.get("/support?article=adding-a-bank-account");
  expect(text).toContain("Adding a bank account</h1>");
  expect(text).toContain("Connect a bank</h2>");
});

test("the help center counts its articles and searches all of them", async () => {
  const { text } = await admin.get("/support");
  const counts = [...text.matchAll(/tabular">(\d+)<!-- --> <span class="sr-only">articles/g)].map((match) => match[1]);
  expect(counts).toEqual(["5", "8", "3", "15", "7"]);
  expect((await admin.get("/support?q=superheat")).text).toContain("Refrigerant readings");
  expect((await admin.get("/support?q=xylophone")).text).toContain("No article");
});

test("the search accepts text of any length", async () => {
  const answer = await admin.get(`/resources/search?q=${"furnace ".repeat(30)}`);
  expect(answer.status).toBe(200);
  expect((await admin.get(`/resources/search?q=${"x".repeat(64)}`)).text).toContain('"hits":[]');
});

test("the search returns nothing for fewer than two letters or for a guest", async () => {
  const nothing = '"hits":[]';
  expect((await admin.get("/resources/search?q=a")).text).toContain(nothing);
  expect((await guest().get("/resources/search?q=abc")).text).toContain(nothing);
});

test.each(["/", "/support", "/dashboard", "/no-such-page"])("%s is served without inline styles", async (path) => {
  expect((await admin.get(path)).text).not.toMatch(/\sstyle="/);
});

test.each([
  "/manifest.webmanifest",
  "/robots.txt",
  "/favicon.ico",
  "/icons/icon-192.png",
  "/icons/apple-touch-icon.png",
])("%s is served", async (path) => {
  expect((await guest().get(path)).status).toBe(200);
});
