import { getZodConstraint } from "@conform-to/zod/v4";
import { NewReading } from "~/domain/refrigerant/schema";
import { TaskResultForm } from "~/domain/service-types/schema";
import { TechnicianPart } from "~/domain/work-order-parts/schema";
import { ChangeStatus, NoteInput, SignatureInput } from "~/domain/work-orders/schema";

const result = getZodConstraint(TaskResultForm);
const reading = getZodConstraint(NewReading);
const part = getZodConstraint(TechnicianPart);

/** Maximum text lengths of the screen's forms. They are part of the page, which the device stores for offline use. */
export const maxLengths = {
  reason: getZodConstraint(ChangeStatus).reason?.maxLength,
  text: result.text?.maxLength,
  remark: result.remark?.maxLength,
  body: getZodConstraint(NoteInput).body?.maxLength,
  cylinder: reading.cylinder?.maxLength,
  readingNotes: reading.notes?.maxLength,
  part: part.part?.maxLength,
  signerName: getZodConstraint(SignatureInput).signerName?.maxLength,
};
