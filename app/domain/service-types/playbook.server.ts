import { and, eq, sql } from "drizzle-orm";
import { serviceTypes } from "#drizzle/schema/service-types";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import type { Write } from "~/domain/shared/write.server";
import { serviceTypeRow, tasksOf } from "./detail.server";
import { type Playbook, takePlaybook } from "./playbook";
import { templateOf } from "./update.server";

/** Returns the playbook for a job booked now. @throws DomainError invalid for a service type that is unknown or archived */
export async function playbookFor(ctx: Ctx, me: Member, serviceTypeId: string): Promise<Playbook> {
  const [[row], tasks] = await ctx.db.batch([serviceTypeRow(ctx, me, serviceTypeId), tasksOf(ctx, me, serviceTypeId)]);
  if (row?.active) return takePlaybook(templateOf(row), tasks);
  const text = row ? `${row.name} is archived` : "Choose a service type from the list";
  throw new DomainError("invalid", text, { fields: { serviceTypeId: [text] } });
}

/** The part of the playbook stored in the work order's own row. */
export function playbookColumns({ tasks: _, ...playbook }: Playbook) {
  return { serviceTypeId: playbook.serviceTypeId, playbook };
}

/** Whether a job with this playbook requires a signature before it is completed. */
export function needsSignature({ tasks }: Playbook): boolean {
  return tasks.some((task) => task.kind === "signature" && task.required);
}

/** Copies the playbook's tasks to the work order, after its existing ones. */
export function copyTasks(
  ctx: Ctx,
  me: Member,
  { workOrderId, playbook: { tasks } }: { workOrderId: string; playbook: Playbook },
): Write {
  const rows = JSON.stringify(
    tasks.map((task) => [
      ctx.newId(),
      task.id,
      task.title,
      task.required ? 1 : 0,
      task.kind,
      task.instructions,
      JSON.stringify(task.skills),
      task.unit,
      task.min,
      task.max,
    ]),
  );
  return ctx.db.run(sql`INSERT INTO work_order_tasks (org_id, work_order_id, position, id, service_task_id, title, required, kind, instructions, skills, unit, min_value, max_value)
      SELECT ${me.orgId}, ${workOrderId},
        key + 1 + (SELECT coalesce(max(p.position), 0) FROM work_order_tasks p WHERE p.org_id = ${me.orgId} AND p.work_order_id = ${workOrderId}),
        value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8, value ->> 9
      FROM json_each(${rows})`);
}

/** Matches the work order while it is open and has no playbook. */
export function takesPlaybook(me: Member, workOrderId: string) {
  return and(
    eq(workOrders.orgId, me.orgId),
    eq(workOrders.id, workOrderId),
    sql`${workOrders.playbook} IS NULL`,
    sql`${workOrders.status} NOT IN ('completed', 'closed', 'cancelled')`,
  );
}

export type BookableType = Awaited<ReturnType<typeof bookable>>[number];

/** Returns the service types that can be booked, with their details, for a select. */
export function bookable(ctx: Ctx, me: Member) {
  return ctx.db
    .select({
      id: serviceTypes.id,
      name: serviceTypes.name,
      durationMinutes: serviceTypes.durationMinutes,
      skills: serviceTypes.skills,
      taskCount:
        sql<number>`(select count(*) from service_tasks t indexed by service_tasks_sequence where t.org_id = ${me.orgId} and t.service_type_id = service_types.id and t.active = 1)`.as(
          "task_count",
        ),
    })
    .from(serviceTypes)
    .where(and(eq(serviceTypes.orgId, me.orgId), eq(serviceTypes.active, true)))
    .orderBy(sql`lower(name)`);
}
