import { type ReactNode, useId } from "react";
import { TechnicianSelect } from "~/components/technicians/technician-select";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Checkbox } from "~/components/ui/checkbox";
import { CalendarX } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { type Choice, NativeSelect } from "~/components/ui/native-select";
import { Switch } from "~/components/ui/switch";
import { Textarea } from "~/components/ui/textarea";
import { Receipt } from "~/components/voice/receipt";
import type { Sound } from "~/components/voice/use-sound";
import { workOrderLabels } from "~/components/work-orders/labels";
import type { BookingRefusal } from "~/components/work-orders/refusal";
import type { BookableType } from "~/domain/service-types/playbook.server";
import { choicesOf } from "~/domain/shared/choices";
import type { SpokenDraft } from "~/domain/voice/sessions/draft-view";
import { PRIORITIES, PRIORITY_LABELS, type Priority } from "~/domain/work-order-basics/priority";
import type { SpokenCustomer } from "~/domain/work-orders/spoken-choices.server";
import { cn } from "~/lib/utils";
import { siteChoices, type Zones, zoneHint } from "~/routes/work-orders/shared/sites";
import { CustomerField } from "./customer-field";
import { type DraftErrors, type DraftForm, NEW_SITE, type NewSite, withCustomer } from "./draft-form";
import { SpokenField } from "./spoken-field";
import type { KnownCustomers } from "./use-customers";

export interface DraftRefusal {
  errors: DraftErrors;
  conflict: BookingRefusal | null;
}

export type DraftCardProps = {
  draft: SpokenDraft;
  form: DraftForm;
  place: number;
  count: number;
  customers: readonly SpokenCustomer[];
  serviceTypes: readonly BookableType[];
  technicians: readonly Choice[];
  zones: Zones;
  maxLengths: { title?: number; overrideReason?: number };
  sound: Sound | null;
  refusal: DraftRefusal;
  onChange: (next: (form: DraftForm) => DraftForm) => void;
  /** Removes a job added by hand; null if it was spoken. */
  onRemove: (() => void) | null;
  /** A customer who was found by hand. */
  onKnow: (found: KnownCustomers) => void;
};

/** One work order as it would be created: every field with the words it came from, and open questions visible. */
export function DraftCard(props: DraftCardProps) {
  const { draft, form, place, count, onRemove } = props;
  const id = useId();
  const name = count === 1 ? "Work order" : `Work order ${place + 1}`;
  return (
    <Card role="group" aria-labelledby={`${id}-title`} className="flex flex-col gap-5 p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={`${id}-title`} className="min-w-0 break-words font-semibold text-base">
          {form.title ? `${name}: ${form.title}` : name}
        </h2>
        {onRemove && (
          <Button variant="ghost" size="sm" onClick={onRemove}>
            Remove<span className="sr-only"> {name}</span>
          </Button>
        )}
        {count > 1 && !onRemove && (
          <span className="flex items-start gap-3 touch:py-2">
            <Switch
              id={`${id}-wanted`}
              checked={!form.isLeftOut}
              onChange={(event) => {
                const isLeftOut = !event.currentTarget.checked;
                props.onChange((all) => ({ ...all, isLeftOut }));
              }}
            />
            <label htmlFor={`${id}-wanted`}>Include this job</label>
          </span>
        )}
      </div>
      {form.isLeftOut ? (
        <p className="break-words text-muted-foreground">{draft.words ? `Left out: “${draft.words}”` : "Left out"}</p>
      ) : (
        <Fields {...props} />
      )}
    </Card>
  );
}

const priorities = choicesOf(PRIORITIES, PRIORITY_LABELS);

function Fields(props: DraftCardProps) {
  const { draft, form, serviceTypes, refusal, sound, onChange } = props;
  const { errors } = refusal;
  const set = (part: Partial<DraftForm>) => onChange((all) => ({ ...all, ...part }));
  return (
    <>
      <Where {...props} set={set} />
      <SpokenField
        label={workOrderLabels.title}
        heard={draft.summary}
        isChanged={form.title !== draft.suggested.title}
        isOpen={form.title === ""}
        required
        error={errors.title}
        sound={sound}
        onChoose={(title) => set({ title })}
      >
        {(control) => (
          <Input
            {...control}
            value={form.title}
            maxLength={props.maxLengths.title}
            autoComplete="off"
            onChange={(event) => set({ title: event.currentTarget.value })}
          />
        )}
      </SpokenField>
      <SpokenField label={workOrderLabels.description} error={errors.description} sound={sound}>
        {(control) => (
          <Textarea
            {...control}
            value={form.description}
            rows={2}
            onChange={(event) => set({ description: event.currentTarget.value })}
          />
        )}
      </SpokenField>
      <Also draft={draft} sound={sound} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <SpokenField
          label={workOrderLabels.serviceTypeId}
          heard={draft.service}
          isChanged={isOther(draft.service, form.serviceTypeId)}
          isOpen={form.serviceTypeId === ""}
          error={errors.serviceTypeId}
          sound={sound}
          onChoose={(serviceTypeId) => set({ serviceTypeId })}
        >
          {(control) => (
            <NativeSelect
              {...control}
              value={form.serviceTypeId}
              choices={serviceTypes.map(({ id, name }) => ({ value: id, label: name }))}
              placeholder="No service type"
              onChange={(event) => set({ serviceTypeId: event.currentTarget.value })}
            />
          )}
        </SpokenField>
        <SpokenField
          label={workOrderLabels.priority}
          heard={draft.priority}
          isChanged={isOther(draft.priority, form.priority)}
          isOpen={draft.priority?.needsReview === true && form.priority === "normal"}
          error={errors.priority}
          sound={sound}
          onChoose={(priority: Priority) => set({ priority })}
        >
          {(control) => (
            <NativeSelect
              {...control}
              value={form.priority}
              choices={priorities}
              onChange={(event) => {
                const priority = PRIORITIES.find((one) => one === event.currentTarget.value);
                if (priority) set({ priority });
              }}
            />
          )}
        </SpokenField>
      </div>
      <When {...props} set={set} />
    </>
  );
}

type PartProps = DraftCardProps & { set: (part: Partial<DraftForm>) => void };

/** The customer, and where the job is. */
function Where({ draft, form, customers, refusal, sound, onChange, onKnow, set }: PartProps) {
  const { errors } = refusal;
  const customer = customers.find(({ id }) => id === form.customerId);
  const place = draft.site ?? draft.address;
  const isUnknown = draft.address !== null && form.siteAddressId === "";
  return (
    <>
      <CustomerField
        {...{ draft, customer, customers, sound }}
        error={errors.customerId}
        onKnow={onKnow}
        onChoose={(chosen) => onChange((all) => withCustomer(all, draft, chosen))}
        onClear={() => set({ customerId: "", siteAddressId: "", equipmentIds: [] })}
      />
      {customer && (
        <SpokenField
          label={workOrderLabels.siteAddressId}
          heard={place}
          isChanged={draft.site !== null && isOther(draft.site, form.siteAddressId)}
          isOpen={form.siteAddressId === ""}
          question={
            isUnknown
              ? `“${draft.address?.words}” isn’t one of ${customer.name}’s addresses. Which one did you mean?`
              : null
          }
          required
          error={errors.siteAddressId}
          sound={sound}
          onChoose={(siteAddressId) => set({ siteAddressId })}
        >
          {(control) => (
            <NativeSelect
              {...control}
              value={form.siteAddressId}
              choices={[...siteChoices(customer.sites), { value: NEW_SITE, label: "A new address" }]}
              placeholder="Choose an address"
              onChange={(event) => set({ siteAddressId: event.currentTarget.value })}
            />
          )}
        </SpokenField>
      )}
      {form.siteAddressId === NEW_SITE && (
        <NewSiteFields site={form.newSite} errors={errors} onChange={(newSite) => set({ newSite })} />
      )}
      {customer && customer.units.length > 0 && (
        <Units {...{ draft, form, sound }} units={customer.units} set={set} error={errors.equipmentIds} />
      )}
    </>
  );
}

const PLACE: readonly { name: keyof NewSite; label: string }[] = [
  { name: "line1", label: "Street address" },
  { name: "city", label: "City" },
  { name: "state", label: "State" },
  { name: "postalCode", label: "ZIP code" },
];

type NewSiteProps = { site: NewSite; errors: DraftErrors; onChange: (site: NewSite) => void };

function NewSiteFields({ site, errors, onChange }: NewSiteProps) {
  return (
    <fieldset className="grid items-start gap-4 rounded-md border border-border p-4 sm:grid-cols-2">
      <legend className="px-1 font-medium text-sm">New address of the customer</legend>
      {PLACE.map(({ name, label }) => (
        <SpokenField key={name} label={label} required error={errors[`newSite.${name}`]} sound={null}>
          {(control) => (
            <Input
              {...control}
              value={site[name]}
              autoComplete="off"
              onChange={(event) => onChange({ ...site, [name]: event.currentTarget.value })}
            />
          )}
        </SpokenField>
      ))}
    </fieldset>
  );
}

type UnitsProps = Pick<PartProps, "draft" | "form" | "sound" | "set"> & {
  units: SpokenCustomer["units"];
  error: string | undefined;
};

function Units({ draft, form, units, sound, set, error }: UnitsProps) {
  const id = useId();
  const ticked = draft.units.filter(({ value }) => value !== null && form.equipmentIds.includes(value));
  const unmatched = draft.equipment.filter(({ words }) => !draft.units.some((unit) => unit.words === words));
  const unclearUnit = draft.units.find(({ needsReview }) => needsReview);
  const isOpen = unclearUnit !== undefined && form.equipmentIds.length === 0;
  return (
    <fieldset className={cn("flex flex-col gap-2", isOpen && "rounded-md border border-warn bg-warn-soft p-4")}>
      <legend className={cn("float-left font-medium text-sm", isOpen && "contents")}>
        {workOrderLabels.equipmentIds}
      </legend>
      {isOpen && <p className="clear-both">Which equipment did you mean?</p>}
      {units.map((unit) => (
        <div key={unit.id} className="clear-both flex items-start gap-3 touch:py-2">
          <Checkbox
            id={`${id}-${unit.id}`}
            checked={form.equipmentIds.includes(unit.id)}
            onChange={(event) => {
              const others = form.equipmentIds.filter((one) => one !== unit.id);
              set({ equipmentIds: event.currentTarget.checked ? [...others, unit.id] : others });
            }}
          />
          <label htmlFor={`${id}-${unit.id}`} className="min-w-0 break-words">
            {unit.name}
          </label>
        </div>
      ))}
      {ticked.map((one) => (
        <Receipt key={one.words} heard={one} sound={sound} />
      ))}
      {unmatched.map(({ words }) => (
        <p key={words} className="clear-both break-words text-muted-foreground text-sm">
          Heard “{words}”, which does not clearly match any of these.
        </p>
      ))}
      {error && <p className="font-medium text-bad text-sm">{error}</p>}
    </fieldset>
  );
}

/** Whether the field differs from what was recognized with certainty. */
const isOther = (heard: { value: string | null } | null, value: string) =>
  heard !== null && heard.value !== null && heard.value !== value;

/** Details without a field of their own, which go into the description. */
function Also({ draft, sound }: Pick<DraftCardProps, "draft" | "sound">) {
  const all = [...draft.notes, ...draft.parts, ...(draft.customer?.value ? [] : draft.phone ? [draft.phone] : [])];
  return (
    all.length > 0 && (
      <div className="-mt-3 flex flex-col">
        {all.map((one) => (
          <Receipt key={one.words} heard={one} sound={sound} />
        ))}
      </div>
    )
  );
}

/** Time and technician. */
function When(props: PartProps) {
  const { draft, form, customers, technicians, zones, maxLengths, refusal, sound, set } = props;
  const { errors, conflict } = refusal;
  const { startDate, startTime, windowFrom, windowTo, technicianId } = form;
  const site = customers.flatMap(({ sites }) => sites).find(({ id }) => id === form.siteAddressId);
  const text = (name: "startDate" | "startTime" | "windowFrom" | "windowTo", type: "date" | "time") =>
    function control(props: ControlProps): ReactNode {
      return (
        <Input
          {...props}
          type={type}
          value={form[name]}
          onChange={(event) => set({ [name]: event.currentTarget.value })}
        />
      );
    };
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <SpokenField
          label={workOrderLabels.startDate}
          heard={draft.date}
          isChanged={isOther(draft.date, startDate)}
          isOpen={startDate === ""}
          error={errors.startDate}
          sound={sound}
          onChoose={(date) => set({ startDate: date })}
        >
          {text("startDate", "date")}
        </SpokenField>
        <SpokenField
          label={workOrderLabels.startTime}
          heard={draft.clock}
          isChanged={startTime !== (draft.suggested.startTime ?? startTime)}
          isOpen={startTime === ""}
          error={errors.startTime}
          sound={sound}
          onChoose={(clock) =>
            set(
              "at" in clock
                ? { startTime: clock.at }
                : {
                    startTime: clock.from ?? "",
                    ...(clock.from && clock.to && { windowFrom: clock.from, windowTo: clock.to }),
                  },
            )
          }
        >
          {text("startTime", "time")}
        </SpokenField>
      </div>
      {(windowFrom !== "" || windowTo !== "") && (
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <SpokenField label={workOrderLabels.windowFrom} error={errors.windowFrom} sound={null}>
            {text("windowFrom", "time")}
          </SpokenField>
          <SpokenField label={workOrderLabels.windowTo} error={errors.windowTo} sound={null}>
            {text("windowTo", "time")}
          </SpokenField>
        </div>
      )}
      <p className="-mt-2 text-muted-foreground text-sm">
        {startDate === "" && startTime === ""
          ? "Without a day and a time the job stays unscheduled."
          : zoneHint(zones, site?.timeZone)}
      </p>
      <SpokenField
        label={workOrderLabels.technicianId}
        heard={draft.technician}
        isChanged={isOther(draft.technician, technicianId)}
        isOpen={technicianId === ""}
        error={errors.technicianId}
        sound={sound}
        onChoose={(chosen) => set({ technicianId: chosen })}
      >
        {(control) => (
          <TechnicianSelect
            {...control}
            value={technicianId}
            choices={technicians}
            none="Unassigned"
            onChange={(event) => set({ technicianId: event.currentTarget.value })}
          />
        )}
      </SpokenField>
      {conflict && (
        <div role="alert" className="flex flex-col gap-3 rounded-md border border-warn bg-warn-soft p-4">
          <p className="flex gap-3">
            <CalendarX aria-hidden="true" className="size-5 shrink-0 text-warn" />
            <span>
              <strong className="font-semibold">{conflict.message}</strong> Choose another time or technician
              {conflict.overridable && ", or give a reason to book it anyway"}.
            </span>
          </p>
          {conflict.overridable && (
            <SpokenField label={workOrderLabels.overrideReason} error={errors.overrideReason} sound={null}>
              {(control) => (
                <Input
                  {...control}
                  value={form.overrideReason}
                  maxLength={maxLengths.overrideReason}
                  onChange={(event) => set({ overrideReason: event.currentTarget.value })}
                />
              )}
            </SpokenField>
          )}
        </div>
      )}
    </>
  );
}

type ControlProps = Parameters<Parameters<typeof SpokenField>[0]["children"]>[0];
