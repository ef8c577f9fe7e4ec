import type { PhoneJob } from "./rules";

/** What still stands before completing, and the part of the screen where it is done. */
export interface Missing {
  part: "checklist" | "signature";
  words: string;
}

/** Whether somebody has to sign before the job is completed: the job says so, or a required task of its checklist. */
export function asksToSign({ tasks, signatureRequired }: PhoneJob): boolean {
  return signatureRequired || tasks.some((task) => task.kind === "signature" && task.required);
}

/** The server asks for the same before it completes a job; here it is known without it. */
export function missingOf(job: PhoneJob): Missing[] {
  const open = job.tasks.filter((task) => task.required && task.doneAt === null && task.kind !== "signature").length;
  const missing: Missing[] = [];
  if (open > 0) missing.push({ part: "checklist", words: open === 1 ? "1 task" : `${open} tasks` });
  if (asksToSign(job) && !job.signedBy) missing.push({ part: "signature", words: "signature" });
  return missing;
}
