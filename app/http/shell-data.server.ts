import { z } from "zod";
import { readCookie } from "~/domain/auth/cookies";
import { isOperator } from "~/domain/operations/allow.server";
import { planLabel, planState } from "~/domain/plans/plan";
import type { Ctx, Person } from "~/domain/shared/context";
import { householdZone } from "~/domain/shared/time/household-day";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import { consents, type ShellData, sidebarStates, themes } from "~/lib/shell-data";

const Theme = z.enum(themes).catch("system");
const FieldTheme = z.enum(themes).nullable().catch(null);
const ConsentAnswer = z.enum(consents).nullable().catch(null);
const Sidebar = z.enum(sidebarStates).catch("open");
const Folded = z.string().max(200).nullable().catch(null);

/** Data for the frame around every screen. It is already in the request, so no query is sent. */
export function shellData(request: Request, ctx: Ctx): ShellData {
  const person = ctx.actor.kind === "person" ? ctx.actor.person : null;
  return {
    theme: Theme.parse(readCookie(request, "plenum_theme")),
    fieldTheme: FieldTheme.parse(readCookie(request, "plenum_field_theme")),
    sidebar: Sidebar.parse(readCookie(request, "plenum_sidebar")),
    folded: Folded.parse(readCookie(request, "plenum_folded"))?.split(".").filter(Boolean) ?? null,
    consent: ConsentAnswer.parse(readCookie(request, "plenum_consent")),
    greeting: greetingAt(ctx.now, person?.member?.timeZone),
    now: ctx.now.getTime(),
    local: ctx.request.local,
    requestId: ctx.request.id,
    mapTiles: ctx.providers.mapTiles,
    person: person && {
      firstName: person.firstName,
      lastName: person.lastName,
      email: person.email,
      plan: shownPlan(ctx, person),
      isOperator: isOperator(ctx),
      member: person.member && {
        orgId: person.member.orgId,
        orgName: person.member.orgName,
        timeZone: person.member.timeZone,
        roles: [...person.member.roles],
        permissions: person.member.permissions && [...person.member.permissions],
        technicianId: person.member.technicianId,
      },
    },
  };
}

function shownPlan(ctx: Ctx, { subscription, member }: Person) {
  const state = planState(subscription, ctx.now.getTime());
  const zone = member?.timeZone ?? householdZone(ctx);
  const until = subscription && wallTimeOf(Date.parse(subscription.proUntil), zone).date;
  return { state, label: planLabel(state, until) };
}

/** Greeting by the business's local time; "Hello" if its time zone is unknown. */
export function greetingAt(now: Date, timeZone: string | undefined): string {
  if (!timeZone) return "Hello";
  const hour = Number(wallTimeOf(now.getTime(), timeZone).time.slice(0, 2));
  if (hour < 5) return "Hello";
  if (hour < 12) return "Good morning";
  return hour < 18 ? "Good afternoon" : "Good evening";
}
