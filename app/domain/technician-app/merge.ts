import type { Entry } from "./entries";
import type { PhoneJob, PhoneTask } from "./job";

/** Entries that the day as it was read does not show yet. What needs somebody stays out: the server's word stands. */
function pending(entries: readonly Entry[], jobId: string): Entry[] {
  return entries
    .filter((entry) => entry.jobId === jobId && !entry.settled && entry.state !== "needs_you")
    .sort((a, b) => a.order - b.order);
}

/** The job as the person has it: what the server told, and on top of it what was put down since. */
export function withEntries(job: PhoneJob, entries: readonly Entry[]): PhoneJob {
  return pending(entries, job.id).reduce(withEntry, job);
}

function withEntry(job: PhoneJob, { key, act, at }: Entry): PhoneJob {
  const task = (id: string, change: Partial<PhoneTask>): PhoneJob => ({
    ...job,
    tasks: job.tasks.map((one) => (one.id === id ? { ...one, ...change, version: one.version + 1 } : one)),
  });
  switch (act.kind) {
    case "move":
      // A state that came from elsewhere in the meantime is not painted over.
      if (job.status !== act.from) return job;
      return { ...job, status: act.to, history: [...job.history, { status: act.to, at }] };
    case "tick":
      return task(
        act.taskId,
        act.done ? { doneAt: at, outcome: "pass" } : { doneAt: null, outcome: null, result: null },
      );
    case "result":
      return task(act.taskId, { doneAt: at, result: act.result });
    case "note":
      return {
        ...job,
        notes: [
          { id: key, body: act.body, customerVisible: act.customerVisible, author: null, createdAt: at },
          ...job.notes,
        ],
      };
    case "sign":
      return { ...job, signedBy: act.signerName };
    case "photo": {
      const { taskId } = act;
      const shown = { ...job, photos: [...job.photos, { id: key, taskId, takenAt: at }] };
      // A picture settles the task that asked for it, and changes nothing of one that is settled.
      const asked = shown.tasks.find((one) => one.id === taskId && one.doneAt === null);
      return asked ? { ...shown, tasks: task(asked.id, { doneAt: at }).tasks } : shown;
    }
  }
}
