import { z } from "zod";
import { readCookie } from "~/domain/auth/cookies";
import type { Ctx } from "~/domain/context";

const Theme = z.enum(["dark", "light", "system"]).catch("system");
const Consent = z.enum(["accepted", "rejected"]).nullable().catch(null);
const Sidebar = z.enum(["open", "closed"]).catch("open");

/** What every screen's frame needs. All of it is in the request already: no statement is sent for it. */
export function shellData(request: Request, ctx: Ctx) {
  const { actor } = ctx;
  const person = actor.kind === "person" ? actor.person : null;
  return {
    theme: Theme.parse(readCookie(request, "plenum_theme")),
    sidebar: Sidebar.parse(readCookie(request, "plenum_sidebar")),
    consent: Consent.parse(readCookie(request, "plenum_consent")),
    local: ctx.request.local,
    person: person && {
      firstName: person.firstName,
      lastName: person.lastName,
      email: person.email,
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

export type ShellData = ReturnType<typeof shellData>;
