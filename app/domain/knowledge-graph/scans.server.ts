import { type SQL, sql } from "drizzle-orm";
import type { RelationName } from "./record";

/** How the neighbors of a relation are read. */
interface Scan {
  /** The id of the neighbor. */
  id: SQL;
  /** Sort key for the record `s.value` of `from`; by id if omitted. */
  key?: SQL;
  /** Tables and conditions; the page's start, an order and a limit are appended. */
  from: SQL;
  ascending?: true;
  /** Several rows of a record may have the same neighbor. */
  repeats?: true;
}

/** The index-backed query of each relation. */
export function scanOf(orgId: string, relation: RelationName): Scan {
  const own = (alias: string) => sql`${sql.raw(alias)}.org_id = ${orgId}`;
  switch (relation) {
    case "customer-sites":
      return {
        id: sql`a.id`,
        from: sql`addresses a indexed by addresses_customer where ${own("a")} and a.customer_id = s.value and a.type = 'service'`,
      };
    case "site-customer":
      return single(sql`a.customer_id`, sql`addresses a where ${own("a")} and a.id = s.value`);
    case "customer-equipment":
      return {
        id: sql`e.id`,
        key: sql`lower(e.name)`,
        from: sql`equipment e indexed by equipment_customer where ${own("e")} and e.customer_id = s.value`,
        ascending: true,
      };
    case "equipment-customer":
      return single(sql`e.customer_id`, sql`equipment e where ${own("e")} and e.id = s.value`);
    case "customer-jobs":
      return {
        id: sql`w.id`,
        key: sql`w.number`,
        from: sql`work_orders w indexed by work_orders_customer where ${own("w")} and w.customer_id = s.value`,
      };
    case "job-customer":
      return single(sql`w.customer_id`, sql`work_orders w where ${own("w")} and w.id = s.value`);
    case "customer-invoices":
      return {
        id: sql`i.id`,
        key: sql`i.created_at`,
        from: sql`invoices i indexed by invoices_customer where ${own("i")} and i.customer_id = s.value`,
      };
    case "invoice-customer":
      return single(sql`i.customer_id`, sql`invoices i where ${own("i")} and i.id = s.value`);
    case "site-equipment":
      return {
        id: sql`e.id`,
        from: sql`equipment e indexed by equipment_address where ${own("e")} and e.address_id = s.value and e.address_id is not null`,
      };
    case "equipment-site":
      return single(sql`e.address_id`, sql`equipment e where ${own("e")} and e.id = s.value`);
    case "site-jobs":
      return {
        id: sql`w.id`,
        from: sql`work_orders w indexed by work_orders_site where ${own("w")} and w.site_address_id = s.value`,
      };
    case "job-site":
      return single(sql`w.site_address_id`, sql`work_orders w where ${own("w")} and w.id = s.value`);
    case "equipment-circuits":
      return {
        id: sql`g.id`,
        key: sql`lower(g.name)`,
        from: sql`service_groups g indexed by service_groups_name where ${own("g")} and g.equipment_id = s.value`,
        ascending: true,
      };
    case "circuit-equipment":
      return single(sql`g.equipment_id`, sql`service_groups g where ${own("g")} and g.id = s.value`);
    case "equipment-jobs":
      return {
        id: sql`j.work_order_id`,
        from: sql`work_order_equipment j indexed by work_order_equipment_unit where ${own("j")} and j.equipment_id = s.value`,
      };
    case "job-equipment":
      return {
        id: sql`j.equipment_id`,
        from: sql`work_order_equipment j where ${own("j")} and j.work_order_id = s.value`,
      };
    case "equipment-parts":
      return {
        id: sql`p.item_id`,
        key: sql`p.id`,
        from: sql`work_order_parts p indexed by work_order_parts_equipment where ${own("p")} and p.equipment_id = s.value
          and p.equipment_id is not null and p.item_id is not null and p.removed_at is null`,
        repeats: true,
      };
    case "part-equipment":
      return {
        id: sql`p.equipment_id`,
        key: sql`p.used_at`,
        from: sql`work_order_parts p indexed by work_order_parts_units where ${own("p")} and p.item_id = s.value and p.item_id is not null
          and p.equipment_id is not null and p.removed_at is null`,
        repeats: true,
      };
    case "job-parts":
      return {
        id: sql`p.item_id`,
        key: sql`p.id`,
        from: sql`work_order_parts p indexed by work_order_parts_job where ${own("p")} and p.work_order_id = s.value and p.item_id is not null and p.removed_at is null`,
        repeats: true,
      };
    case "part-jobs":
      return {
        id: sql`p.work_order_id`,
        key: sql`p.used_at`,
        from: sql`work_order_parts p indexed by work_order_parts_uses where ${own("p")} and p.item_id = s.value and p.item_id is not null
          and p.removed_at is null`,
        repeats: true,
      };
    case "job-invoices":
      return {
        id: sql`i.id`,
        key: sql`i.created_at`,
        from: sql`invoices i indexed by invoices_work_order where ${own("i")} and i.work_order_id = s.value and i.work_order_id is not null`,
      };
    case "invoice-job":
      return single(sql`i.work_order_id`, sql`invoices i where ${own("i")} and i.id = s.value`);
    case "job-technicians":
      return {
        id: sql`t.technician_id`,
        from: sql`appointments b indexed by appointments_work_order cross join appointment_technicians t where ${own("b")} and b.work_order_id = s.value
          and ${own("t")} and t.appointment_id = b.id and t.blocks_calendar = 1`,
        repeats: true,
      };
    case "technician-jobs":
      return {
        id: sql`b.work_order_id`,
        key: sql`t.starts_at`,
        from: sql`appointment_technicians t indexed by appointment_technicians_time cross join appointments b
          where ${own("t")} and t.technician_id = s.value and t.blocks_calendar = 1 and ${own("b")} and b.id = t.appointment_id`,
        repeats: true,
      };
    case "job-callbacks":
      return {
        id: sql`w.id`,
        from: sql`work_orders w indexed by work_orders_callbacks where ${own("w")} and w.callback_of = s.value and w.callback_of is not null`,
      };
    case "customer-leads":
      return {
        id: sql`l.id`,
        from: sql`leads l indexed by leads_customer where ${own("l")} and l.customer_id = s.value and l.customer_id is not null and l.deleted_at is null`,
      };
    case "lead-customer":
      return single(sql`l.customer_id`, sql`leads l where ${own("l")} and l.id = s.value`);
    case "lead-estimates":
      return {
        id: sql`e.id`,
        key: sql`e.created_at`,
        from: sql`estimates e indexed by estimates_lead where ${own("e")} and e.lead_id = s.value and e.lead_id is not null`,
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
        id: sql`l.id`,
        from: sql`lead_conversions c indexed by lead_conversions_work_order cross join leads l where ${own("c")} and c.work_order_id = s.value
          and c.undone_at is null and ${own("l")} and l.id = c.lead_id and l.deleted_at is null`,
        repeats: true,
      };
    case "customer-estimates":
      return {
        id: sql`e.id`,
        key: sql`e.created_at`,
        from: sql`estimates e indexed by estimates_customer where ${own("e")} and e.customer_id = s.value and e.customer_id is not null`,
      };
    case "estimate-customer":
      return single(sql`e.customer_id`, sql`estimates e where ${own("e")} and e.id = s.value`);
    case "site-estimates":
      return {
        id: sql`e.id`,
        from: sql`estimates e indexed by estimates_site where ${own("e")} and e.site_address_id = s.value and e.site_address_id is not null`,
      };
    case "estimate-site":
      return single(sql`e.site_address_id`, sql`estimates e where ${own("e")} and e.id = s.value`);
    case "job-estimates":
      return {
        id: sql`e.id`,
        from: sql`estimates e indexed by estimates_work_order where ${own("e")} and e.work_order_id = s.value and e.work_order_id is not null`,
      };
    case "estimate-job":
      return single(sql`e.work_order_id`, sql`estimates e where ${own("e")} and e.id = s.value`);
    case "site-contacts":
      return { id: sql`p.id`, from: sql`site_people p where ${own("p")} and p.address_id = s.value` };
    case "contact-site":
      return single(
        sql`p.address_id`,
        sql`site_people p indexed by site_people_id where ${own("p")} and p.id = s.value`,
      );
    case "callback-job":
      return single(sql`w.callback_of`, sql`work_orders w where ${own("w")} and w.id = s.value`);
  }
}

/** A relation with at most one neighbor. */
const single = (id: SQL, from: SQL): Scan => ({ id, key: sql`''`, from: sql`${from} and ${id} is not null` });
