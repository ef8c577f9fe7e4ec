import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { CalendarPlus, Pencil } from "lucide-react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { CivilDateText, DateText } from "~/components/date-text";
import { DescriptionList } from "~/components/description-list";
import { EquipmentStatusBadge, MaintenanceBadge, WarrantyBadge } from "~/components/equipment/badges";
import { Circuits, Plans } from "~/components/equipment/care";
import { Health } from "~/components/equipment/health";
import { LastMeasured } from "~/components/equipment/last-measured";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { conflictCurrent } from "~/components/forms/conflict-current";
import { PageHeader } from "~/components/page-header";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { WorkOrderStatusBadge } from "~/components/work-orders/status";
import { customerRef } from "~/domain/customers/find.server";
import { bookMaintenance } from "~/domain/equipment/book-maintenance.server";
import { updateEquipment } from "~/domain/equipment/change.server";
import { addCircuit, addPlan, endPlan } from "~/domain/equipment/circuits.server";
import { equipmentDetail } from "~/domain/equipment/detail.server";
import { EQUIPMENT_TYPE_LABELS } from "~/domain/equipment/rules";
import { EquipmentForm, NewPlan, NewServiceGroup, PlanChoice } from "~/domain/equipment/schema";
import { allow, allowMember, can } from "~/domain/shared/permissions";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { paths } from "~/paths";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? data.unit.equipmentName : "Equipment"} · Plenum` },
];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({
    equipment: data?.unit.equipmentName,
    customer: data?.unit.customerName,
    owner: data?.unit.customerName ? { id: String(data.unit.customerNumber), name: data.unit.customerName } : null,
  }),
};

const idOf = (params: Record<string, string | undefined>) => params.equipmentId ?? params.id ?? "";

/** Both addresses: of all equipment, and below its customer. `edit` shows the form in place of the facts. */
export const loader = pageLoader(async ({ ctx, params, url }) => {
  const owner = params.customerId ? customerRef(params.customerId) : undefined;
  const unit = await equipmentDetail(ctx, idOf(params), { owner });
  const editing = url.searchParams.has("edit") && allow(ctx, "equipment.write") !== null;
  return { unit, editing, here: url.pathname, zone: allowMember(ctx).timeZone, formKey: ctx.newId() };
});

const done = { done: true } as const;

export const action = formActions({
  edit: formCase(EquipmentForm, async ({ ctx, input, params, request, url }) => {
    await updateEquipment(ctx, idOf(params), input);
    return redirectWithToast(request, url.pathname, { tone: "success", text: `${input.equipmentName} is saved.` });
  }),
  addCircuit: formCase(NewServiceGroup, async ({ ctx, input, params }) => {
    await addCircuit(ctx, idOf(params), input);
    return done;
  }),
  addPlan: formCase(NewPlan, async ({ ctx, input, params }) => {
    await addPlan(ctx, idOf(params), input);
    if (can(allowMember(ctx), "work_orders.write")) await bookMaintenance(ctx, { equipmentId: idOf(params) });
    return done;
  }),
  endPlan: formCase(PlanChoice, async ({ ctx, input }) => {
    await endPlan(ctx, input.planId);
    return done;
  }),
});

const { Part: EditForm } = lazyWithRetry(() =>
  import("~/components/equipment/edit-form").then((module) => module.EditForm),
);

export default function EquipmentDetail() {
  const { unit, editing, here, zone, formKey } = useLoaderData<typeof loader>();
  const { lastResult, details, sessionEnded } = useFormRefusal(useActionData());
  const { equipmentName, equipmentType, rights } = unit;
  return (
    <>
      <PageHeader
        title={equipmentName}
        facts={
          <>
            <EquipmentStatusBadge status={unit.status} />
            <span>{EQUIPMENT_TYPE_LABELS[equipmentType]}</span>
            <WarrantyBadge {...unit} />
            <MaintenanceBadge {...unit} />
          </>
        }
        action={
          rights.write &&
          !editing && (
            <Button asChild variant="default">
              <Link to={`${here}?edit=yes`}>
                <Pencil />
                Edit
              </Link>
            </Button>
          )
        }
      />
      {editing ? (
        <EditForm
          key={unit.version}
          unit={unit}
          here={here}
          formKey={formKey}
          lastResult={lastResult}
          theirs={conflictCurrent(details)}
        />
      ) : (
        <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="flex min-w-0 flex-col gap-8">
            {unit.criticalAlerts.length > 0 && <Alerts alerts={unit.criticalAlerts} />}
            <Facts unit={unit} />
            <Plans unit={unit} formKey={formKey} />
            <Circuits unit={unit} formKey={formKey} />
          </div>
          <div className="flex min-w-0 flex-col gap-8">
            <Health unit={unit} />
            {unit.measured.length > 0 && (
              <Section title="Measurements">
                <LastMeasured measured={unit.measured} zone={zone} />
              </Section>
            )}
            <Jobs unit={unit} zone={zone} />
          </div>
        </div>
      )}
      {sessionEnded}
    </>
  );
}

type UnitProps = { unit: Awaited<ReturnType<typeof equipmentDetail>> };

function Alerts({ alerts }: { alerts: readonly string[] }) {
  return (
    <ul aria-label="Critical alerts" className="rounded-md border border-bad bg-bad-soft px-4 py-3 font-medium">
      {alerts.map((alert) => (
        <li key={alert}>{alert}</li>
      ))}
    </ul>
  );
}

function Facts({ unit }: UnitProps) {
  const { site, customerName, customerNumber, location } = unit;
  return (
    <Section title="Facts">
      <DescriptionList
        facts={[
          {
            term: "Customer",
            detail: customerName && <TextLink to={paths.customer(customerNumber ?? "")}>{customerName}</TextLink>,
          },
          {
            term: "Where",
            detail: [location, site && `${site.line1}, ${site.city}`].filter(Boolean).join(" · "),
          },
          { term: "Manufacturer", detail: unit.manufacturer },
          { term: "Model number", detail: unit.modelNumber },
          { term: "Serial number", detail: unit.serialNumber },
          { term: "Installed on", detail: unit.installDate && <CivilDateText date={unit.installDate} year /> },
          {
            term: "Warranty until",
            detail: unit.warrantyExpirationDate && <CivilDateText date={unit.warrantyExpirationDate} year />,
          },
          {
            term: "Last maintenance",
            detail: unit.lastMaintenanceDate && <CivilDateText date={unit.lastMaintenanceDate} year />,
          },
          {
            term: "Next maintenance",
            detail: unit.nextMaintenanceDate && <CivilDateText date={unit.nextMaintenanceDate} year />,
          },
          { term: "Notes", detail: unit.notes && <span className="whitespace-pre-line">{unit.notes}</span> },
        ]}
      />
    </Section>
  );
}

function Jobs({ unit, zone }: UnitProps & { zone: string }) {
  const { jobs, customerId, addressId, id, rights } = unit;
  const book = rights.book && customerId && unit.status !== "retired" && (
    <Button variant="outline" asChild size="sm">
      <Link to={paths.newWorkOrder({ customerId, siteAddressId: addressId, equipmentIds: id })}>
        <CalendarPlus />
        Book work order
      </Link>
    </Button>
  );
  return (
    <Section
      title="Work orders"
      description={jobs.length === 0 ? "None names this unit yet." : undefined}
      action={book}
    >
      {jobs.length > 0 && (
        <ul className="list-frame divide-y divide-border">
          {jobs.map((job) => (
            <li key={job.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
              <TextLink to={paths.workOrder(job.number)} className="tabular">
                {job.reference}
              </TextLink>
              <span className="min-w-32 flex-1">{job.title}</span>
              {job.scheduledStart && <DateText at={job.scheduledStart} zone={zone} />}
              <WorkOrderStatusBadge status={job.status} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
