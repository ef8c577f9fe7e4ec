import type { EquipmentType } from "~/domain/equipment/equipment";
import type { CivilDate } from "~/domain/shared/dates";
import type { Priority } from "~/domain/work-orders/work-order";
import type { Clock } from "./clock";
import type { Field } from "./field";
import type { Symptom } from "./symptoms";
import type { Language, Source } from "./transcript";
import type { Visit } from "./visit";

/** A part as it was said, and the business's own that is meant where it is one alone. */
export interface PartDraft {
  quantity: number;
  unit: string | null;
  words: string;
  itemId: string | null;
}

/** A work order that somebody spoke of. What was not said is not there. */
export interface WorkOrderDraft {
  /** All that was said of this job. */
  source: Source;
  /** Of the customer, as it was said. */
  name?: Field<string>;
  /** Id of the business's customer; who else it may be is among the candidates. */
  customer?: Field<string>;
  /** E.164. */
  phone?: Field<string>;
  address?: Field<string>;
  equipment: Field<EquipmentType>[];
  /** Ids of the customer's equipment. */
  units: Field<string>[];
  symptoms: Field<Symptom>[];
  /** What is wrong or to be done, in the words that were said. */
  summary?: Field<string>;
  /** Id of a service type. */
  service?: Field<string>;
  priority?: Field<Priority>;
  date?: Field<CivilDate>;
  clock?: Field<Clock>;
  /** Of date and clock, where both were heard. */
  visit?: Visit;
  /** Id of a technician. */
  technician?: Field<string>;
  parts: Field<PartDraft>[];
  notes: Field<string>[];
}

export type Extraction = { kind: "no_speech" } | { kind: "work_orders"; language: Language; drafts: WorkOrderDraft[] };
