import { type SQL, sql } from "drizzle-orm";
import type { RelationName } from "./record";

/** How the other ends of a relation are read. */
interface Scan {
  /** `id` of the other end and the sort key `k` of `from` for the record `s.value`; `after` is cut in, an order and a limit follow. */
  select: SQL;
  from: SQL;
  /** The columns behind `k` and `id`, for the page's start and the order. */
  by: readonly [SQL, SQL];
  ascending?: true;
  /** Rows of one record repeat the other end. */
  repeats?: true;
}

/** Each relation by the index it is read with. */
export function scanOf(orgId: string, relation: RelationName): Scan {
  const own = (alias: string) => sql`${sql.raw(alias)}.org_id = ${orgId}`;
  switch (relation) {
    case "customer-sites":
      return {
        select: sql`a.id as id, a.id as k`,
        from: sql`addresses a indexed by addresses_customer where ${own("a")} and a.customer_id = s.value and a.type = 'service'`,
        by: [sql`a.id`, sql`a.id`],
      };
    case "site-customer":
      return single(sql`a.customer_id`, sql`addresses a where ${own("a")} and a.id = s.value`);
    case "customer-equipment":
      return {
        select: sql`e.id as id, lower(e.name) as k`,
        from: sql`equipment e indexed by equipment_customer where ${own("e")} and e.customer_id = s.value`,
        by: [sql`lower(e.name)`, sql`e.id`],
        ascending: true,
      };
    case "equipment-customer":
      return single(sql`e.customer_id`, sql`equipment e where ${own("e")} and e.id = s.value`);
    case "customer-jobs":
      return {
        select: sql`w.id as id, w.number as k`,
        from: sql`work_orders w indexed by work_orders_customer where ${own("w")} and w.customer_id = s.value`,
        by: [sql`w.number`, sql`w.id`],
      };
    case "job-customer":
      return single(sql`w.customer_id`, sql`work_orders w where ${own("w")} and w.id = s.value`);
    case "customer-invoices":
      return {
        select: sql`i.id as id, i.created_at as k`,
        from: sql`invoices i indexed by invoices_customer where ${own("i")} and i.customer_id = s.value`,
        by: [sql`i.created_at`, sql`i.id`],
      };
    case "invoice-customer":
      return single(sql`i.customer_id`, sql`invoices i where ${own("i")} and i.id = s.value`);
    case "site-equipment":
      return {
        select: sql`e.id as id, e.id as k`,
        from: sql`equipment e indexed by equipment_address where ${own("e")} and e.address_id = s.value and e.address_id is not null`,
        by: [sql`e.id`, sql`e.id`],
      };
    case "equipment-site":
      return single(sql`e.address_id`, sql`equipment e where ${own("e")} and e.id = s.value`);
    case "site-jobs":
      return {
        select: sql`w.id as id, w.id as k`,
        from: sql`work_orders w indexed by work_orders_site where ${own("w")} and w.site_address_id = s.value`,
        by: [sql`w.id`, sql`w.id`],
      };
    case "job-site":
      return single(sql`w.site_address_id`, sql`work_orders w where ${own("w")} and w.id = s.value`);
    case "equipment-circuits":
      return {
        select: sql`g.id as id, lower(g.name) as k`,
        from: sql`service_groups g indexed by service_groups_name where ${own("g")} and g.equipment_id = s.value`,
        by: [sql`lower(g.name)`, sql`g.id`],
        ascending: true,
      };
    case "circuit-equipment":
      return single(sql`g.equipment_id`, sql`service_groups g where ${own("g")} and g.id = s.value`);
    case "equipment-jobs":
      return {
        select: sql`j.work_order_id as id, j.work_order_id as k`,
        from: sql`work_order_equipment j indexed by work_order_equipment_unit where ${own("j")} and j.equipment_id = s.value`,
        by: [sql`j.work_order_id`, sql`j.work_order_id`],
      };
    case "job-equipment":
      return {
        select: sql`j.equipment_id as id, j.equipment_id as k`,
        from: sql`work_order_equipment j where ${own("j")} and j.work_order_id = s.value`,
        by: [sql`j.equipment_id`, sql`j.equipment_id`],
      };
    case "equipment-parts":
      return {
        select: sql`p.item_id as id, p.id as k`,
        from: sql`work_order_parts p indexed by work_order_parts_equipment where ${own("p")} and p.equipment_id = s.value
          and p.equipment_id is not null and p.item_id is not null and p.removed_at is null`,
        by: [sql`p.id`, sql`p.id`],
        repeats: true,
      };
    case "part-equipment":
      return {
        select: sql`p.equipment_id as id, p.used_at as k`,
        from: sql`work_order_parts p indexed by work_order_parts_units where ${own("p")} and p.item_id = s.value and p.item_id is not null
          and p.equipment_id is not null and p.removed_at is null`,
        by: [sql`p.used_at`, sql`p.equipment_id`],
        repeats: true,
      };
    case "job-parts":
      return {
        select: sql`p.item_id as id, p.id as k`,
        from: sql`work_order_parts p indexed by work_order_parts_job where ${own("p")} and p.work_order_id = s.value and p.item_id is not null and p.removed_at is null`,
        by: [sql`p.id`, sql`p.id`],
        repeats: true,
      };
    case "part-jobs":
      return {
        select: sql`p.work_order_id as id, p.used_at as k`,
        from: sql`work_order_parts p indexed by work_order_parts_uses where ${own("p")} and p.item_id = s.value and p.item_id is not null
          and p.removed_at is null`,
        by: [sql`p.used_at`, sql`p.work_order_id`],
        repeats: true,
      };
    case "job-invoices":
      return {
        select: sql`i.id as id, i.created_at as k`,
        from: sql`invoices i indexed by invoices_work_order where ${own("i")} and i.work_order_id = s.value and i.work_order_id is not null`,
        by: [sql`i.created_at`, sql`i.id`],
      };
    case "invoice-job":
      return single(sql`i.work_order_id`, sql`invoices i where ${own("i")} and i.id = s.value`);
    case "job-technicians":
      return {
        select: sql`t.technician_id as id, t.technician_id as k`,
        from: sql`appointments b indexed by appointments_work_order cross join appointment_technicians t where ${own("b")} and b.work_order_id = s.value
          and ${own("t")} and t.appointment_id = b.id and t.blocks_calendar = 1`,
        by: [sql`t.technician_id`, sql`t.technician_id`],
        repeats: true,
      };
    case "technician-jobs":
      return {
        select: sql`b.work_order_id as id, t.starts_at as k`,
        from: sql`appointment_technicians t indexed by appointment_technicians_time cross join appointments b
          where ${own("t")} and t.technician_id = s.value and t.blocks_calendar = 1 and ${own("b")} and b.id = t.appointment_id`,
        by: [sql`t.starts_at`, sql`b.work_order_id`],
        repeats: true,
      };
    case "job-callbacks":
      return {
        select: sql`w.id as id, w.id as k`,
        from: sql`work_orders w indexed by work_orders_callbacks where ${own("w")} and w.callback_of = s.value and w.callback_of is not null`,
        by: [sql`w.id`, sql`w.id`],
      };
    case "customer-leads":
      return {
        select: sql`l.id as id, l.id as k`,
        from: sql`leads l indexed by leads_customer where ${own("l")} and l.customer_id = s.value and l.customer_id is not null and l.deleted_at is null`,
        by: [sql`l.id`, sql`l.id`],
      };
    case "lead-customer":
      return single(sql`l.customer_id`, sql`leads l where ${own("l")} and l.id = s.value`);
    case "lead-estimates":
      return {
        select: sql`e.id as id, e.created_at as k`,
        from: sql`estimates e indexed by estimates_lead where ${own("e")} and e.lead_id = s.value and e.lead_id is not null`,
        by: [sql`e.created_at`, sql`e.id`],
      };
    case "estimate-lead":
      return single(
        sql`l.id`,
        sql`estimates e cross join leads l where ${own("e")} and e.id = s.value and ${own("l")} and l.id = e.lead_id and l.deleted_at is null`,
      );
    case "lead-jobs":
      return single(
        sql`c.work_order_id`,
        sql`lead_conversions c indexed by lead_conversions_lead where ${own("c")} and c.lead_id = s.value and c.lead_id is not null and c.undone_at is null`,
      );
    case "job-lead":
      return {
        select: sql`l.id as id, l.id as k`,
        from: sql`lead_conversions c indexed by lead_conversions_work_order cross join leads l where ${own("c")} and c.work_order_id = s.value
          and c.undone_at is null and ${own("l")} and l.id = c.lead_id and l.deleted_at is null`,
        by: [sql`l.id`, sql`l.id`],
        repeats: true,
      };
    case "customer-estimates":
      return {
        select: sql`e.id as id, e.created_at as k`,
        from: sql`estimates e indexed by estimates_customer where ${own("e")} and e.customer_id = s.value and e.customer_id is not null`,
        by: [sql`e.created_at`, sql`e.id`],
      };
    case "estimate-customer":
      return single(sql`e.customer_id`, sql`estimates e where ${own("e")} and e.id = s.value`);
    case "site-estimates":
      return {
        select: sql`e.id as id, e.id as k`,
        from: sql`estimates e indexed by estimates_site where ${own("e")} and e.site_address_id = s.value and e.site_address_id is not null`,
        by: [sql`e.id`, sql`e.id`],
      };
    case "estimate-site":
      return single(sql`e.site_address_id`, sql`estimates e where ${own("e")} and e.id = s.value`);
    case "job-estimates":
      return {
        select: sql`e.id as id, e.id as k`,
        from: sql`estimates e indexed by estimates_work_order where ${own("e")} and e.work_order_id = s.value and e.work_order_id is not null`,
        by: [sql`e.id`, sql`e.id`],
      };
    case "estimate-job":
      return single(sql`e.work_order_id`, sql`estimates e where ${own("e")} and e.id = s.value`);
    case "site-contacts":
      return {
        select: sql`p.id as id, p.id as k`,
        from: sql`site_people p where ${own("p")} and p.address_id = s.value`,
        by: [sql`p.id`, sql`p.id`],
      };
    case "contact-site":
      return single(
        sql`p.address_id`,
        sql`site_people p indexed by site_people_id where ${own("p")} and p.id = s.value`,
      );
    case "callback-job":
      return single(sql`w.callback_of`, sql`work_orders w where ${own("w")} and w.id = s.value`);
  }
}

/** A record has one at most at the other end. */
const single = (id: SQL, from: SQL): Scan => ({
  select: sql`${id} as id, '' as k`,
  from: sql`${from} and ${id} is not null`,
  by: [sql`''`, sql`''`],
});
