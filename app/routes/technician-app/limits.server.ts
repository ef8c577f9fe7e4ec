import { getZodConstraint } from "@conform-to/zod/v4";
import { PartInHand } from "~/domain/job-parts/schema";
import { NewReading } from "~/domain/refrigerant/schema";
import { TaskResultForm } from "~/domain/service-types/schema";
import { ChangeStatus, NoteInput, SignatureInput } from "~/domain/work-orders/schema";

const result = getZodConstraint(TaskResultForm);
const reading = getZodConstraint(NewReading);
const part = getZodConstraint(PartInHand);

/** How long the texts of the screen's forms may be. They come with the page, which the device keeps for when it is offline. */
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
