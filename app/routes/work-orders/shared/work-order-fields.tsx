import { type ReactNode, useState } from "react";
import type { z } from "zod";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { type AnyField, initialText } from "~/components/forms/field";
import { SelectField } from "~/components/forms/select-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { TextField } from "~/components/forms/text-field";
import { Section } from "~/components/section";
import type { Choice } from "~/components/ui/native-select";
import { workOrderLabels } from "~/components/work-orders/labels";
import type { BookingRefusal } from "~/components/work-orders/refusal";
import type { UnitChoice } from "~/domain/equipment/work-order-equipment.server";
import { choicesOf } from "~/domain/shared/choices";
import { PRIORITIES, PRIORITY_LABELS } from "~/domain/work-order-basics/priority";
import type { EditWorkOrder } from "~/domain/work-orders/schema";
import { EquipmentField } from "./equipment-field";
import { ScheduleFields } from "./schedule-fields";
import { type Site, siteChoices, type Zones, zoneHint } from "./sites";

/** Submitted by both forms without being shown. */
type Unseen = "customerId" | "scheduledStart" | "version";

type WorkOrderFieldsProps = {
  fields: Record<Exclude<keyof z.input<typeof EditWorkOrder>, Unseen>, AnyField>;
  sites: readonly Site[];
  onSite?: (siteId: string) => void;
  units: readonly UnitChoice[];
  /** Shown instead of addresses while there are none. */
  noSites: string;
  noUnits: ReactNode;
  technicians: readonly Choice[];
  zones: Zones;
  /** Time zone of a newly typed address. */
  newSiteZone?: string | null;
  conflict: BookingRefusal | null;
  /** Fields for a new address. */
  newSite?: ReactNode;
  /** The service type field. */
  serviceType?: ReactNode;
  /** Suggested openings. */
  openings?: ReactNode;
  /** Puts equipment and completion behind 'More'. */
  folded?: boolean;
};

const priorities = choicesOf(PRIORITIES, PRIORITY_LABELS);

/** Fields in the order of a phone call: where, what, when, with whom; then completion. */
export function WorkOrderFields(props: WorkOrderFieldsProps) {
  const { fields, sites, units, noSites, noUnits, technicians, zones, conflict } = props;
  const [site, setSite] = useState(initialText(fields.siteAddressId));
  const chosen = sites.find(({ id }) => id === site) ?? sites[0];
  const siteId = chosen?.id;
  const rest = (
    <>
      <EquipmentField
        // Reset for another customer, whose equipment starts with none selected.
        key={`equipment ${sites[0]?.id} ${units[0]?.id}`}
        field={fields.equipmentIds}
        units={units}
        sites={sites}
        siteId={siteId}
        none={noUnits}
      />
      <Section title="Completion and billing">
        <CheckboxField
          field={fields.signatureRequired}
          label={workOrderLabels.signatureRequired}
          description="Can't be completed without one."
        />
        <CheckboxField
          field={fields.noCharge}
          label={workOrderLabels.noCharge}
          description="Warranty or callback. Closes without payment."
        />
      </Section>
    </>
  );
  return (
    <>
      <div className="flex flex-col gap-4">
        <SelectField
          // Reset for another customer, starting with their first address.
          key={sites[0]?.id}
          field={fields.siteAddressId}
          label={workOrderLabels.siteAddressId}
          choices={siteChoices(sites)}
          placeholder={sites.length === 0 ? noSites : undefined}
          onChange={({ target: { value } }) => {
            setSite(value);
            props.onSite?.(value);
          }}
        />
        {props.newSite}
      </div>
      <Section title="Job details" description="What the technician reads before driving out.">
        {props.serviceType}
        <TextField field={fields.title} label={workOrderLabels.title} autoComplete="off" />
        <TextAreaField field={fields.description} label={workOrderLabels.description} />
        <SelectField
          field={fields.priority}
          label={workOrderLabels.priority}
          choices={priorities}
          className="sm:max-w-56"
        />
      </Section>
      <Section title="Schedule" description={`Optional. ${zoneHint(zones, props.newSiteZone ?? chosen?.timeZone)}`}>
        {props.openings}
        <ScheduleFields fields={fields} technicians={technicians} conflict={conflict} />
      </Section>
      {props.folded ? <More fields={fields}>{rest}</More> : rest}
    </>
  );
}

/** Fields rarely needed during a call; expanded if one is filled in or has an error. */
function More({ fields, children }: Pick<WorkOrderFieldsProps, "fields"> & { children: ReactNode }) {
  const { equipmentIds, signatureRequired, noCharge } = fields;
  const hasUnits = Array.isArray(equipmentIds.initialValue) && equipmentIds.initialValue.some(Boolean);
  const isNeeded = hasUnits || [equipmentIds, signatureRequired, noCharge].some(({ errors }) => errors);
  return (
    <details open={isNeeded}>
      <summary className="w-fit cursor-pointer font-medium text-link touch:py-3">
        More: equipment, signature, billing
      </summary>
      <div className="mt-6 flex flex-col gap-8">{children}</div>
    </details>
  );
}
