import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, Outlet, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { MailLink, PhoneLink } from "~/components/contact-link";
import { DateText } from "~/components/date-text";
import { DescriptionList } from "~/components/description-list";
import { EstimateSection } from "~/components/estimates/estimate-list";
import { RefusedAction } from "~/components/feedback/refused-action";
import { MoneyText } from "~/components/money-text";
import { PageHeader } from "~/components/page-header";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { AddTodoItem } from "~/components/todos/add-todo";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { DropdownMenuItem } from "~/components/ui/dropdown-menu";
import { addressLine } from "~/domain/addresses/address";
import { undoConversion } from "~/domain/estimates/convert.server";
import { addLeadNote, deleteLead, linkCustomer, moveLead, restoreLead } from "~/domain/leads/change.server";
import { leadDetail } from "~/domain/leads/detail.server";
import {
  ageInStage,
  formatLeadNumber,
  LEAD_SOURCE_LABELS,
  LEAD_STAGE_LABELS,
  LOST_REASON_LABELS,
  OPEN_STAGES,
} from "~/domain/leads/lead";
import { LeadNote, MoveLead } from "~/domain/leads/schema";
import { Nothing, recordId } from "~/domain/shared/fields";
import { allow, can } from "~/domain/shared/permissions";
import { formatClock, formatDate } from "~/domain/shared/time/date-format";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { StageBadge } from "~/routes/leads/shared/marks";
import { PossibleDuplicates } from "~/routes/leads/shared/possible-duplicates";
import { LeadHistory } from "./history";
import { NoteForm } from "./note-form";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.lead.name} · Lead · Plenum` : "Lead · Plenum" },
];

export const handle: CrumbHandle<{ lead: { name: string } }> = { crumb: (data) => ({ record: data?.lead.name }) };

export const loader = pageLoader(async ({ ctx, params }) => {
  const me = allow(ctx, "leads.read");
  const lead = await leadDetail(ctx, params.id ?? "");
  return {
    mayConvert: can(me, "leads.write") && can(me, "customers.write") && can(me, "work_orders.write"),
    ...{ lead, now: ctx.now.getTime() },
    formKey: ctx.newId(),
    noteLength: getZodConstraint(LeadNote).text?.maxLength,
  };
});

const Linked = z.object({ customerId: recordId });

export const action = formActions({
  note: formCase(LeadNote, async ({ ctx, input, params }) => {
    await addLeadNote(ctx, params.id ?? "", input);
    return { done: true };
  }),
  move: formCase(MoveLead, async ({ ctx, input, params, request }) => {
    await moveLead(ctx, params.id ?? "", input);
    const text = `Moved to ${LEAD_STAGE_LABELS[input.stage]}.`;
    return redirectWithToast(request, paths.lead(params.id ?? ""), { tone: "success", text });
  }),
  undo: formCase(Nothing, async ({ ctx, params, request }) => {
    const { id } = await undoConversion(ctx, { leadId: params.id ?? "" });
    return redirectWithToast(request, paths.lead(id), { tone: "success", text: "Conversion undone." });
  }),
  link: formCase(Linked, async ({ ctx, input, params, request }) => {
    await linkCustomer(ctx, params.id ?? "", input.customerId);
    return redirectWithToast(request, paths.lead(params.id ?? ""), { tone: "success", text: "Customer linked." });
  }),
  delete: formCase(Nothing, async ({ ctx, params, request }) => {
    const { id } = await deleteLead(ctx, params.id ?? "");
    return redirectWithToast(request, paths.leads(), {
      ...{ tone: "success", text: "Lead moved to the trash." },
      undo: { action: paths.lead(id), fields: { intent: "restore" } },
    });
  }),
  restore: formCase(Nothing, async ({ ctx, params, request }) => {
    const { id } = await restoreLead(ctx, params.id ?? "");
    return redirectWithToast(request, paths.lead(id), { tone: "success", text: "Lead restored." });
  }),
});

export default function Lead() {
  const { lead, now, formKey, noteLength, mayConvert } = useLoaderData<typeof loader>();
  const { number, name, stage, stageSince, need, notes, deletedAt, timeZone: zone } = lead;
  const age = ageInStage(stageSince, wallTimeOf(now, zone).date, zone);
  return (
    <>
      <PageHeader
        title={name}
        facts={
          <>
            <span className="tabular">{formatLeadNumber(number)}</span>
            <StageBadge stage={stage} />
            <span>{age === "Today" ? "since today" : `for ${age}`}</span>
          </>
        }
        secondary={
          lead.can.edit && (
            <Button asChild variant="outline">
              <Link to={paths.editLead(number)} preventScrollReset>
                Edit lead
              </Link>
            </Button>
          )
        }
        action={
          mayConvert &&
          lead.can.move && (
            <Button asChild variant="default">
              <Link to={paths.convertLead(number)} preventScrollReset>
                Convert to job
              </Link>
            </Button>
          )
        }
        menu={<LeadMenu lead={lead} />}
      />
      <RefusedAction />
      {deletedAt !== null && (
        <div
          role="status"
          className="mb-4 flex flex-wrap items-center gap-3 rounded-md border border-warn bg-warn-soft p-3"
        >
          <p className="grow">
            In the trash since <DateText at={deletedAt} zone={zone} />
          </p>
          {lead.can.restore && (
            <Form method="post">
              <input type="hidden" name="intent" value="restore" />
              <Button type="submit" variant="outline" size="sm">
                Restore lead
              </Button>
            </Form>
          )}
        </div>
      )}
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-8">
          <PossibleDuplicates
            {...lead.similar}
            actionFor={
              lead.can.edit
                ? ({ id }) => (
                    <Form method="post">
                      <input type="hidden" name="intent" value="link" />
                      <input type="hidden" name="customerId" value={id} />
                      <Button type="submit" variant="outline" size="sm">
                        Link this customer
                      </Button>
                    </Form>
                  )
                : undefined
            }
          />
          <Section title="What they need">
            <p className="whitespace-pre-line break-words">{need}</p>
            {notes && <p className="whitespace-pre-line break-words text-muted-foreground">{notes}</p>}
          </Section>
          <Section title="Details">
            <DescriptionList facts={factsOf(lead)} />
          </Section>
          <div>
            <EstimateSection
              estimates={lead.estimates}
              createFor={lead.can.move ? { leadId: lead.id } : null}
              formKey={formKey}
              empty="No estimate yet. Offer good, better and best options to choose from."
            />
            {lead.isCut.estimates && (
              <p className="pt-2 text-muted-foreground text-sm">Only the newest {lead.estimates.length} are listed.</p>
            )}
          </div>
          {lead.conversion && <Conversion lead={lead} mayUndo={lead.can.edit && mayConvert} />}
          {lead.can.move && <StageButtons lead={lead} />}
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          <FollowUps lead={lead} />
          <Section title="Activity">
            {lead.can.edit && <NoteForm formKey={formKey} maxLength={noteLength} />}
            <LeadHistory rows={lead.activity} zone={zone} />
            {lead.isCut.activity && (
              <p className="text-muted-foreground text-sm">
                Only the latest {lead.activity.length} entries are listed.
              </p>
            )}
          </Section>
        </div>
      </div>
      <Outlet />
    </>
  );
}

type LeadData = ReturnType<typeof useLoaderData<typeof loader>>["lead"];

function LeadMenu({ lead }: { lead: LeadData }) {
  if (!lead.can.edit) return null;
  return (
    <>
      <DropdownMenuItem asChild>
        <Link to={paths.editLead(lead.number)}>Edit lead</Link>
      </DropdownMenuItem>
      <AddTodoItem about="lead" id={lead.id} />
      {lead.can.delete && (
        <Form method="post">
          <input type="hidden" name="intent" value="delete" />
          <DropdownMenuItem asChild>
            <button type="submit">Move to trash</button>
          </DropdownMenuItem>
        </Form>
      )}
    </>
  );
}

function factsOf(lead: LeadData) {
  const { phone, email, companyName, line1, line2, city, state, postalCode } = lead;
  const { source, sourceDetail, valueMinor, ownerId, lostReason, lostNote } = lead;
  const place = line1 && city && state && postalCode ? { line1, line2, city, state, postalCode } : null;
  return [
    { term: "Phone", detail: phone && <PhoneLink phone={phone} /> },
    { term: "Email", detail: email && <MailLink email={email} /> },
    ...(companyName ? [{ term: "Company", detail: companyName }] : []),
    { term: "Address", detail: place && addressLine(place) },
    { term: "Source", detail: [LEAD_SOURCE_LABELS[source], sourceDetail].filter(Boolean).join(": ") },
    { term: "Owner", detail: ownerId ? `${lead.ownerFirstName} ${lead.ownerLastName}` : "Unassigned" },
    { term: "Expected value", detail: valueMinor !== null && <MoneyText minor={valueMinor} /> },
    ...(lead.customerNumber === null
      ? []
      : [
          {
            term: "Customer",
            detail: <TextLink to={paths.customer(lead.customerNumber)}>{lead.customerName}</TextLink>,
          },
        ]),
    ...(lostReason
      ? [{ term: "Lost reason", detail: [LOST_REASON_LABELS[lostReason], lostNote].filter(Boolean).join(": ") }]
      : []),
  ];
}

/** What the lead was converted to, with an undo. */
function Conversion({ lead, mayUndo }: { lead: LeadData; mayUndo: boolean }) {
  const { conversion } = lead;
  if (!conversion || conversion.workOrderNumber === null) return null;
  return (
    <Section title="Job">
      <div className="flex flex-wrap items-center gap-4">
        <TextLink to={paths.workOrder(conversion.workOrderNumber)}>
          {formatWorkOrderNumber(conversion.workOrderNumber)}
        </TextLink>
        {mayUndo && (
          <Form method="post">
            <input type="hidden" name="intent" value="undo" />
            <Button type="submit" variant="outline" size="sm">
              Undo conversion
            </Button>
          </Form>
        )}
      </div>
    </Section>
  );
}

/** Buttons for the stages it can move to. */
function StageButtons({ lead }: { lead: LeadData }) {
  return (
    <Section title="Move to">
      <div className="flex flex-wrap gap-2">
        {OPEN_STAGES.filter((one) => one !== lead.stage).map((one) => (
          <Form key={one} method="post">
            <input type="hidden" name="intent" value="move" />
            <input type="hidden" name="stage" value={one} />
            <input type="hidden" name="version" value={lead.version} />
            <Button type="submit" variant="outline">
              {LEAD_STAGE_LABELS[one]}
            </Button>
          </Form>
        ))}
        {lead.can.lose && (
          <Button asChild variant="outline">
            <Link to={paths.loseLead(lead.number)} preventScrollReset>
              Lost
            </Link>
          </Button>
        )}
      </div>
    </Section>
  );
}

function FollowUps({ lead }: { lead: LeadData }) {
  return (
    <Section
      title="Follow-ups"
      action={
        lead.deletedAt === null && (
          <Button asChild variant="outline" size="sm">
            <Link to={paths.leadFollowUp(lead.number)} preventScrollReset>
              New follow-up
            </Link>
          </Button>
        )
      }
    >
      {lead.followUps.length === 0 ? (
        <p className="text-muted-foreground">No follow-up planned</p>
      ) : (
        <Card as="ul" className="divide-y divide-border">
          {lead.followUps.map(({ id, title, dueOn, dueAt, assignee }) => (
            <li key={id} className="px-3 py-2">
              <TextLink to={paths.editTodo(id)}>{title}</TextLink>
              <p className="text-muted-foreground text-sm">
                {[
                  dueOn ? `${formatDate(dueOn)}${dueAt ? `, ${formatClock(dueAt)}` : ""}` : "No due date",
                  assignee ?? "Unassigned",
                ].join(" · ")}
              </p>
            </li>
          ))}
        </Card>
      )}
      {lead.isCut.followUps && (
        <p className="text-muted-foreground text-sm">Only the next {lead.followUps.length} are listed.</p>
      )}
    </Section>
  );
}
