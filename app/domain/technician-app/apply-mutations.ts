import { parseQuantity } from "~/domain/inventory/quantity";
import { numbersTyped, numberTyped, unitsTyped } from "~/domain/refrigerant/reading-fields";
import type { TaskResult } from "~/domain/service-types/results";
import { isOver } from "~/domain/work-order-basics/status";
import type { DayPart, DayReading, DayTask, DayWorkOrder } from "./day";
import { fieldText, statusField, textFields, type WorkOrderMutation } from "./mutations";

/** A mutation with its storage key. */
interface KeyedMutation {
  id: string;
  change: WorkOrderMutation;
}

/** A work order as received from the server, with later mutations applied, oldest first. */
export function withMutations(workOrder: DayWorkOrder, mutations: readonly KeyedMutation[]): DayWorkOrder {
  return mutations.filter(({ change }) => change.workOrderId === workOrder.id).reduce(withMutation, workOrder);
}

function withMutation(workOrder: DayWorkOrder, { id, change }: KeyedMutation): DayWorkOrder {
  const { at, kind } = change;
  const text = (name: string) => fieldText(change, name);
  const taskId = text("taskId") || null;
  switch (kind) {
    case "changeStatus": {
      const to = statusField(change, "to");
      // A status changed elsewhere in the meantime is kept.
      if (!to || workOrder.status !== statusField(change, "from")) return workOrder;
      return { ...workOrder, status: to, history: [...workOrder.history, { status: to, at }] };
    }
    case "tickTask":
      return withTask(
        workOrder,
        taskId,
        text("done") ? { doneAt: at, outcome: "pass" } : { doneAt: null, outcome: null, result: null },
      );
    case "recordResult":
      return withTask(workOrder, taskId, { doneAt: at, result: resultOf(change) });
    case "addNote":
      return withNote(workOrder, text("body"), { id, at, customerVisible: text("customerVisible") !== "" });
    case "sendMessage": {
      const message = { id, body: text("body"), hasPhoto: false, author: null, at };
      return { ...workOrder, messages: [...(workOrder.messages ?? []), message] };
    }
    case "addPart":
      return { ...workOrder, usedParts: [...(workOrder.usedParts ?? []), partOf({ id, change })] };
    case "recordReading": {
      const shown = { ...workOrder, readings: [...(workOrder.readings ?? []), readingOf({ id, change })] };
      const asking = shown.tasks.find((task) => task.kind === "reading" && task.doneAt === null);
      if (!asking || isOver(shown.status)) return shown;
      const result = { kind: "reading", readingId: id, withinLimits: null } as const;
      return withTask(shown, asking.id, { doneAt: at, outcome: "pass", result });
    }
    case "sign": {
      const signed: DayWorkOrder = { ...workOrder, signedBy: text("signerName") };
      const open = signed.tasks.filter((task) => task.kind === "signature" && task.doneAt === null);
      return open.reduce((shown, task) => withTask(shown, task.id, { doneAt: at, outcome: "pass" }), signed);
    }
    case "addPhoto": {
      const shown = { ...workOrder, photos: [...workOrder.photos, { id, taskId, takenAt: at }] };
      // Completes the task that requested it; a completed task is not changed.
      const isOpen = shown.tasks.some((task) => task.id === taskId && task.doneAt === null);
      return isOpen ? withTask(shown, taskId, { doneAt: at }) : shown;
    }
  }
}

function withTask(workOrder: DayWorkOrder, taskId: string | null, change: Partial<DayTask>): DayWorkOrder {
  const tasks = workOrder.tasks.map((task) =>
    task.id === taskId ? { ...task, ...change, version: task.version + 1 } : task,
  );
  return { ...workOrder, tasks };
}

function withNote(
  workOrder: DayWorkOrder,
  body: string,
  { id, at, customerVisible }: { id: string; at: string; customerVisible: boolean },
): DayWorkOrder {
  return { ...workOrder, notes: [{ id, body, customerVisible, author: null, createdAt: at }, ...workOrder.notes] };
}

function partOf({ id, change }: KeyedMutation): DayPart {
  const text = (name: string) => fieldText(change, name);
  const itemId = text("itemId") || null;
  const description = text("name") || text("part");
  const pendingMilli = parseQuantity(text("quantity") || "1") ?? 0;
  return { id, description, amount: text("quantity") || "1", itemId, pendingMilli, at: change.at };
}

function readingOf({ id, change }: KeyedMutation): DayReading {
  const typed = textFields(change);
  return {
    ...numbersTyped(typed, unitsTyped(typed)),
    ...{ id, serviceGroupId: typed.serviceGroupId ?? "", refrigerant: typed.refrigerant ?? "", takenAt: change.at },
    ...{ metering: typed.metering === "fixed" ? "fixed" : "txv", altitudeFeet: numberTyped(typed.altitudeFeet) ?? 0 },
  };
}

/** The kinds of results with a form of their own. */
function resultOf(change: WorkOrderMutation): TaskResult | null {
  const text = (name: string) => fieldText(change, name);
  switch (text("kind")) {
    case "measurement":
      return { kind: "measurement", value: Number(text("value")) };
    case "note":
      return { kind: "note", text: text("text") };
    case "check":
      return {
        kind: "check",
        answer: text("answer") === "not_applicable" ? "not_applicable" : "fail",
        remark: text("remark") || null,
      };
    default:
      return null;
  }
}
