import type { EquipmentType } from "~/domain/equipment/equipment";
import type { CivilDate } from "~/domain/shared/time/dates";
import type { Clock } from "~/domain/voice/extraction/values/clock";
import type { Symptom } from "~/domain/voice/extraction/words/symptoms";
import type { Priority } from "~/domain/work-order-basics/priority";
import type { Field } from "./field";
import type { Language, Source } from "./transcript";
import type { Visit } from "./visit";

/** A part as spoken, with the matching item if there is exactly one. */
export interface PartDraft {
  quantity: number;
  unit: string | null;
  words: string;
  itemId: string | null;
}

/** A work order described in speech. Fields that were not mentioned are missing. */
export interface WorkOrderDraft {
  /** Everything said about this job. */
  source: Source;
  /** The customer's name as spoken. */
  name?: Field<string>;
  /** The customer's id, or candidates to choose from. */
  customer?: Field<string>;
  /** E.164. */
  phone?: Field<string>;
  address?: Field<string>;
  equipment: Field<EquipmentType>[];
  /** Ids of the customer's equipment. */
  units: Field<string>[];
  symptoms: Field<Symptom>[];
  /** What is wrong or to be done, in the speaker's words. */
  summary?: Field<string>;
  /** Id of a service type. */
  service?: Field<string>;
  priority?: Field<Priority>;
  date?: Field<CivilDate>;
  clock?: Field<Clock>;
  /** Combines date and clock, if both were heard. */
  visit?: Visit;
  /** Id of a technician. */
  technician?: Field<string>;
  parts: Field<PartDraft>[];
  notes: Field<string>[];
}

export type Extraction = { kind: "no_speech" } | { kind: "work_orders"; language: Language; drafts: WorkOrderDraft[] };
