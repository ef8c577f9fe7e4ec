import { eq } from "drizzle-orm";
import { issuePriorities } from "#drizzle/schema/issues";
import type { Ctx, Member } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { type PrioritySettings, prioritiesFrom } from "./priorities";

/** The priorities with their names, colors and code-host labels, the most urgent first. */
export async function listPriorities(ctx: Ctx): Promise<PrioritySettings[]> {
  return prioritiesFrom(await prioritiesOf(ctx, allow(ctx, "issues.read")));
}

/** What the business has changed, as a statement for a batch; see `prioritiesFrom`. */
export function prioritiesOf(ctx: Ctx, me: Pick<Member, "orgId">) {
  return ctx.db
    .select({
      priority: issuePriorities.priority,
      name: issuePriorities.name,
      color: issuePriorities.color,
      label: issuePriorities.label,
      version: issuePriorities.version,
    })
    .from(issuePriorities)
    .where(eq(issuePriorities.orgId, me.orgId));
}

/** @throws DomainError not_found */
export async function findPriority(ctx: Ctx, priority: string): Promise<PrioritySettings> {
  const found = (await listPriorities(ctx)).find((one) => one.priority === priority);
  if (!found) throw notFound("Priority not found");
  return found;
}
