import { and, eq, sql } from "drizzle-orm";
import { acrossCopies } from "#drizzle/d1/guard";
import { organizations } from "#drizzle/schema/identity";
import { leadForms, leads } from "#drizzle/schema/leads";
import { businessMail } from "~/domain/mail/message";
import type { Ctx, Member } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { DomainError, notFound, staleVersion } from "~/domain/shared/errors";
import { checkAddressLimit } from "~/domain/shared/network/address-limit.server";
import { addressKey } from "~/domain/shared/network/network";
import { allow } from "~/domain/shared/permissions";
import { sha256, sign, verify } from "~/domain/shared/secrets/tokens.server";
import { findOnShards } from "~/domain/shared/shards.server";
import { formatPhone } from "~/domain/shared/text/phones";
import { DAY_MS, HOUR_SECONDS } from "~/domain/shared/time/dates";
import { assertRowChanged, commit, differences, once } from "~/domain/shared/write.server";
import { paths } from "~/paths";
import { columnsOf, insertLead } from "./create.server";
import type { LeadFormSettings, LeadInput, WebLead } from "./schema";

const DEFAULT_HEADING = "Request an estimate";
const DEFAULT_THANKS = "Thank you. We'll call you within one business day.";

const webFormUrl = (ctx: Ctx, token: string) => `${ctx.request.origin}${paths.webForm(token)}`;

/** The form's settings; the defaults if nothing was saved yet. */
export async function leadForm(ctx: Ctx) {
  const me = allow(ctx, "leads.manage");
  const [row] = await formRow(ctx, me);
  const { enabled = false, heading = DEFAULT_HEADING, thanks = DEFAULT_THANKS, version = 0 } = row ?? {};
  return { enabled, heading, thanks, version, url: row ? webFormUrl(ctx, row.token) : null };
}

function formRow(ctx: Ctx, { orgId }: Pick<Member, "orgId">) {
  return ctx.db.select().from(leadForms).where(eq(leadForms.orgId, orgId));
}

/** Turns the form on or off, saves its texts and optionally replaces its URL: the old one then stops working. */
export async function saveLeadForm(ctx: Ctx, input: LeadFormSettings): Promise<{ id: string }> {
  const me = allow(ctx, "leads.manage");
  return once(ctx, "saveLeadForm", input, async (write) => {
    const [stored] = await formRow(ctx, me);
    if ((stored?.version ?? 0) !== input.version) throw staleVersion("form", stored);
    const { enabled, heading, thanks, newAddress } = input;
    const token = !stored || newAddress ? ctx.newToken() : stored.token;
    const row = { enabled, heading, thanks, token, version: input.version + 1, updatedAt: ctx.now.toISOString() };
    return write(me, {
      writes: stored
        ? [
            ctx.db
              .update(leadForms)
              .set(row)
              .where(and(eq(leadForms.orgId, me.orgId), eq(leadForms.version, input.version))),
            assertRowChanged(ctx, "stale"),
          ]
        : [ctx.db.insert(leadForms).values({ orgId: me.orgId, ...row })],
      audit: [{ action: "lead_form.save", entity: "lead_form", entityId: me.orgId, after: { enabled, newAddress } }],
      result: { id: me.orgId },
      refusals: { "lead_forms.org_id": () => staleVersion("form", null) },
    });
  });
}

const gone = () => notFound("This form is not available. Please call the business instead.");

/** The form of a public URL. @throws DomainError not_found if it is unknown, replaced or turned off */
async function openForm(ctx: Ctx, token: string) {
  if (!/^[\w-]{43}$/.test(token)) throw gone();
  const form = await findOnShards(ctx, ({ db }) =>
    db.all<{ orgId: string; heading: string; thanks: string }>(sql`
      SELECT ${sql.raw(acrossCopies)} org_id AS orgId, heading, thanks FROM lead_forms WHERE token = ${token} AND enabled = 1`),
  );
  if (!form) throw gone();
  const [business] = await ctx.db
    .select({
      name: organizations.name,
      phone: organizations.phone,
      email: organizations.email,
      timeZone: organizations.timeZone,
    })
    .from(organizations)
    .where(eq(organizations.id, form.orgId));
  if (!business) throw gone();
  return { ...form, business };
}

/** The form as shown to visitors. `started` is sent back with the submission. @throws DomainError not_found */
export async function publicLeadForm(ctx: Ctx, token: string) {
  const { heading, thanks, business } = await openForm(ctx, token);
  const phone = business.phone && { href: `tel:${business.phone}`, text: formatPhone(business.phone) };
  const started = await sign({ leadId: ctx.newId(), at: ctx.now.getTime() }, ctx.providers.secrets.signing);
  return { heading, thanks, started, business: { name: business.name, phone, email: business.email } };
}

/** Submissions faster than this are not by humans. */
const MIN_MS = 2000;
const MAX_MS = DAY_MS;
/** Per business and hour, to limit floods from many addresses. */
const FORMS_AN_HOUR = 60;
/** So that one address cannot use up those of the business. */
const FORMS_AN_HOUR_BY_ADDRESS = 20;

const tooMany = (retryAfter: number) =>
  new DomainError("too_many_requests", "Too many requests were sent. Please call us, or try again later.", {
    retryAfter,
  });

/**
 * Creates a lead from the public form, once per opened form. A submission that fills the honeypot is accepted and dropped.
 * @throws DomainError not_found; invalid if it was submitted too fast or too late; conflict if the form was sent before with other
 * answers; too_many_requests by IP address and by business
 */
export async function sendWebLead(ctx: Ctx, token: string, input: WebLead): Promise<void> {
  if (!(await checkAddressLimit(ctx, "lead-form"))) throw tooMany(60);
  const { orgId, business } = await openForm(ctx, token);
  const { started, website, ...fields } = input;
  if (website !== null) return;
  const opened = await verify(started, ctx.providers.secrets.signing);
  const { leadId, at } = isOpened(opened) ? opened : { leadId: "", at: 0 };
  const age = ctx.now.getTime() - at;
  if (leadId === "" || age > MAX_MS)
    throw new DomainError("invalid", "This form was open for too long. Please send it again.");
  if (age < MIN_MS)
    throw new DomainError("invalid", "That was very fast. Please check what you wrote and send it again.");
  await limitForms(ctx, orgId);
  const lead = {
    ...{ name: fields.name, phone: fields.phone, email: fields.email, need: fields.need, place: fields.place },
    ...{ companyName: null, notes: null, source: "web_form" as const, sourceDetail: null, value: null },
    ...{ ownerId: null, customerId: null },
  };
  const me = { orgId, userId: null, timeZone: business.timeZone };
  const made = insertLead(ctx, me, { input: lead, id: leadId });
  const reach = [fields.phone && formatPhone(fields.phone), fields.email].filter(Boolean).join(", ");
  try {
    await commit(ctx, me, {
      writes: made.writes,
      publish: business.email
        ? [
            businessMail(
              orgId,
              {
                to: business.email,
                subject: `New lead from your website: ${fields.name}`,
                text: `${fields.name} (${reach}) wrote:\n\n${fields.need}\n\nOpen the lead: ${ctx.request.origin}${paths.lead(leadId)}\n`,
              },
              leadId,
            ),
          ]
        : [],
      result: null,
    });
  } catch (error) {
    if (!failedOn(error, "leads.org_id, leads.id")) throw error;
    // Submitted twice, or gone back to and sent with other answers.
    if (!(await isSentLead(ctx, { orgId, leadId, lead }))) throw sentAlready();
  }
}

const sentAlready = () =>
  new DomainError("conflict", "This form was sent already. Send it again to send what is different now.");

interface SentLead {
  orgId: string;
  leadId: string;
  lead: LeadInput;
}

/** Whether this is the lead that the form has become. */
async function isSentLead(ctx: Ctx, { orgId, leadId, lead }: SentLead): Promise<boolean> {
  const [stored] = await ctx.db
    .select()
    .from(leads)
    .where(and(eq(leads.orgId, orgId), eq(leads.id, leadId)));
  const { name, phone, email, need, line1, line2, city, state, postalCode } = columnsOf(lead);
  const sent = { name, phone, email, need, line1, line2, city, state, postalCode };
  return stored !== undefined && Object.keys(differences(stored, sent).after).length === 0;
}

/** @throws DomainError too_many_requests, which does not count toward the business's limit if the address reached its own */
async function limitForms(ctx: Ctx, orgId: string): Promise<void> {
  const windowStart = Math.floor(ctx.now.getTime() / 1000 / HOUR_SECONDS) * HOUR_SECONDS;
  const owner = `org:${orgId}`;
  // One of 256 counts, so that neither addresses nor ever more rows are stored.
  const byAddress = `lead_form:${(await sha256(`${orgId} ${addressKey(ctx.request.ip)}`)).slice(0, 2)}`;
  const counted = sql`ON CONFLICT (owner, name) DO UPDATE
    SET count = CASE WHEN window_start = excluded.window_start THEN count + 1 ELSE 1 END, window_start = excluded.window_start
    RETURNING count`;
  const [, [used]] = await ctx.db.batch([
    ctx.db.all(sql`
      INSERT INTO usage_counts (owner, name, window_start, count) VALUES (${owner}, ${byAddress}, ${windowStart}, 1) ${counted}`),
    ctx.db.all<{ count: number }>(sql`
      INSERT INTO usage_counts (owner, name, window_start, count)
      SELECT owner, 'lead_form', window_start, 1 FROM usage_counts
      WHERE owner = ${owner} AND name = ${byAddress} AND count <= ${FORMS_AN_HOUR_BY_ADDRESS} ${counted}`),
  ]);
  if (used && used.count <= FORMS_AN_HOUR) return;
  throw tooMany(windowStart + HOUR_SECONDS - Math.floor(ctx.now.getTime() / 1000));
}

function isOpened(payload: unknown): payload is { leadId: string; at: number } {
  return typeof payload === "object" && payload !== null && "leadId" in payload && "at" in payload;
}
