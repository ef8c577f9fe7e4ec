import { demoPassword } from "#drizzle/seed/demo";
import { create, use } from "#tests/support/authenticator";
import { linkToken } from "#tests/support/mailbox";
import { goodPassword } from "#tests/support/people";
import { pushBrowser } from "#tests/support/push";
import { codeOf } from "#tests/support/totp";
import type { Visitor } from "#tests/support/visitor";
import { ask, type Made, signedIn, worker } from "./requests";

export async function person() {
  const email = "new.person@example.com";
  const guest = worker.visitor();
  await ask(guest, "POST", "/auth/signup", { firstName: "Ada", lastName: "Byron", email, password: goodPassword });
  await ask(guest, "POST", "/auth/activate", { token: await linkToken(worker, email, "/auth/activate") });
  await ask(guest, "POST", "/auth/request-reset", { email });
  const token = await linkToken(worker, email, "/auth/reset");
  await ask(guest, "POST", "/auth/reset", { token, password: `${goodPassword}-2` });
  const again = await signedIn(email, `${goodPassword}-2`);
  await ask(again, "POST", "/auth/refresh");
  await secondStep(again, email, `${goodPassword}-2`);
  await passkeys(again, `${goodPassword}-2`);
  await ask(again, "POST", "/auth/deletion", { currentPassword: `${goodPassword}-2`, confirm: "DELETE" });
  await ask(again, "DELETE", "/auth/deletion");
  await ask(again, "POST", "/auth/sign-out");
}

async function secondStep(person: Visitor, email: string, password: string) {
  const { secret } = await ask<{ secret: string }>(person, "POST", "/auth/second-step", { currentPassword: password });
  const { recoveryCodes } = await ask<{ recoveryCodes: string[] }>(person, "POST", "/auth/second-step/confirm", {
    code: await codeOf(secret),
  });
  const [first, second] = recoveryCodes;
  await ask(person, "GET", "/auth/second-step");
  const guest = worker.visitor();
  const { challenge } = await ask<{ challenge: string }>(guest, "POST", "/auth/login", { email, password });
  await ask(guest, "POST", "/auth/login/code/lost", { challenge });
  const token = await linkToken(worker, email, "/login/turn-off");
  await ask(guest, "POST", "/auth/second-step/remove", { token });
  await ask(person, "POST", "/auth/second-step/keep");
  await ask(guest, "POST", "/auth/login/code", { challenge, code: first });
  const change = { currentPassword: password, code: second };
  const renewed = await ask<{ recoveryCodes: string[] }>(person, "POST", "/auth/second-step/recovery-codes", change);
  await ask(person, "POST", "/auth/second-step/turn-off", { ...change, code: renewed.recoveryCodes[0] });
}

async function passkeys(person: Visitor, currentPassword: string) {
  const { origin } = worker.url;
  const made = await ask<Prompt>(person, "POST", "/auth/passkeys/options", { currentPassword });
  const { passkey, response } = await create(made.options, { origin });
  const { id } = await ask(person, "POST", "/auth/passkeys", { token: made.token, name: "Phone", response });
  await ask(person, "GET", "/auth/passkeys");
  await ask(person, "PATCH", `/auth/passkeys/${id}`, { name: "Old phone" });
  const guest = worker.visitor();
  const { options, token } = await ask<Prompt>(guest, "POST", "/auth/login/passkey/options", {});
  await ask(guest, "POST", "/auth/login/passkey", { token, response: await use(passkey, options, { origin }) });
  const proof = async () => {
    const again = await ask<Prompt>(person, "POST", "/auth/proof/options");
    return { token: again.token, response: await use(passkey, again.options, { origin }) };
  };
  await ask(person, "POST", "/auth/proof", { passkey: await proof() });
  await ask(person, "POST", `/auth/passkeys/${id}/remove`, { currentPassword, passkey: await proof() });
}

interface Prompt {
  options: { challenge: string; user: { id: string } };
  token: string;
}

export async function secondStepRule(admin: Visitor) {
  await ask(admin, "PUT", "/auth/second-step/rule", { required: false, currentPassword: demoPassword });
  await ask(admin, "GET", "/auth/second-step/rule");
}

export async function apiKeys(admin: Visitor) {
  const input = { name: "Website", permissions: ["customers.read"], expires: "never", currentPassword: demoPassword };
  const { id } = await ask(admin, "POST", "/api-keys", input);
  await ask(admin, "GET", "/api-keys");
  await ask(admin, "DELETE", `/api-keys/${id}`);
}

export async function webhooks(admin: Visitor) {
  // Nothing listens there, and the responses checked here do not need it.
  const url = "http://127.0.0.1:9/hook";
  const input = { url, events: ["customer.created"], currentPassword: demoPassword };
  const { id } = await ask(admin, "POST", "/webhook-endpoints", input);
  await ask(admin, "GET", "/webhook-endpoints");
  const { id: deliveryId } = await ask(admin, "POST", `/webhook-endpoints/${id}/test`);
  await ask(admin, "GET", `/webhook-endpoints/${id}/deliveries`);
  await ask(admin, "GET", `/webhook-endpoints/${id}/deliveries/${deliveryId}`);
  await ask(admin, "POST", `/webhook-endpoints/${id}/deliveries/${deliveryId}/send-again`);
  await ask(admin, "GET", `/webhook-endpoints/${id}/deliveries/export`);
  await ask(admin, "POST", `/webhook-endpoints/${id}/rotate-secret`, { currentPassword: demoPassword });
  const { version } = await ask(admin, "GET", `/webhook-endpoints/${id}`);
  await ask(admin, "PATCH", `/webhook-endpoints/${id}`, { version, description: "Reports" });
  await ask(admin, "DELETE", `/webhook-endpoints/${id}`);
}

export async function pushDevices(admin: Visitor) {
  const { keys } = pushBrowser();
  const { id } = await ask(admin, "POST", "/push-devices", { endpoint: "https://push.example.com/send/answers", keys });
  await ask(admin, "GET", "/push-devices");
  await ask(admin, "DELETE", `/push-devices/${id}`);
}

export async function calendars(admin: Visitor) {
  const { id } = await ask(admin, "POST", "/calendar-feeds", { kind: "maintenance" });
  await ask(admin, "GET", "/calendar-feeds");
  await ask(admin, "DELETE", `/calendar-feeds/${id}`);
}

export async function plans(by: Visitor) {
  await ask(by, "GET", "/plans/household");
  await ask(by, "POST", "/plans/household/upgrade", { period: "month" });
  await ask(by, "POST", "/plans/business/cancel");
  await ask(by, "POST", "/plans/business/keep");
  await ask(by, "POST", "/plans/business/portal");
  await ask(by, "POST", "/plans/business/period", { period: "year" });
  const [invoice] = (await ask<{ items: Made[] }>(by, "GET", "/plans/business/invoices")).items;
  await ask(by, "GET", "/plans/business/invoices/export");
  await ask(by, "GET", `/plan-invoices/${invoice?.id}/pdf`);
}

export async function support(household: Visitor) {
  const [one] = (await ask<{ items: Made[] }>(household, "GET", "/support/messages?state=answered")).items;
  const at = `/support/messages/${one?.id}`;
  await ask(household, "GET", at);
  await ask(household, "POST", `${at}/replies`, { body: "Thank you for writing." });
  await ask(household, "PUT", `${at}/state`, { state: "closed" });
}
