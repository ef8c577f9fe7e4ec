import { nudged } from "~/domain/service-types/rules";
import { ChosenTask, NewTaskLine, OrderForm } from "~/domain/service-types/task.schema";
import { findTask, tasksOfServiceType } from "~/domain/service-types/tasks.queries.server";
import {
  addTask,
  changeTask,
  deleteTask,
  putAsideTask,
  reorderServiceTasks,
} from "~/domain/service-types/tasks.server";
import type { Ctx } from "~/domain/shared/context";
import { type FormInput, formCase } from "~/http/form-action";
import { redirectWithToast } from "~/http/toast.server";

/** What a screen with a list of tasks does to it; `here` is where it goes on. */
export function taskCases(here: (input: Pick<FormInput<typeof ChosenTask>, "url" | "params">) => string) {
  const stay = (input: Pick<FormInput<typeof ChosenTask>, "url" | "params" | "request">, text: string) =>
    redirectWithToast(input.request, here(input), { tone: "success", text });
  const step = (by: -1 | 1) =>
    formCase(ChosenTask, async (input) => {
      await nudge(input.ctx, serviceTypeOf(input), { id: input.input.id, by });
      return stay(input, "The task is moved.");
    });
  return {
    addTask: formCase(NewTaskLine, async (input) => {
      await addTask(input.ctx, serviceTypeOf(input), input.input);
      return stay(input, "The task is added.");
    }),
    order: formCase(OrderForm, async (input) => {
      await reorderServiceTasks(input.ctx, serviceTypeOf(input), { tasks: input.input.order });
      return null;
    }),
    up: step(-1),
    down: step(1),
    putAside: formCase(ChosenTask, async (input) => {
      await putAsideTask(input.ctx, input.input.id);
      return stay(input, "Put aside: later jobs do not get it.");
    }),
    takeBack: formCase(ChosenTask, async (input) => {
      const { version } = await findTask(input.ctx, input.input.id);
      await changeTask(input.ctx, input.input.id, { version, active: true });
      return stay(input, "The task is back in the playbook.");
    }),
    deleteTask: formCase(ChosenTask, async (input) => {
      await deleteTask(input.ctx, input.input.id);
      return stay(input, "The task is deleted. Jobs booked before keep their copy.");
    }),
  };
}

function serviceTypeOf({ params }: { params: Record<string, string | undefined> }): string {
  return params.serviceTypeId ?? params.id ?? "";
}

async function nudge(ctx: Ctx, serviceTypeId: string, { id, by }: { id: string; by: -1 | 1 }): Promise<void> {
  const tasks = await tasksOfServiceType(ctx, serviceTypeId, { activeOnly: false });
  const ids = tasks.map((task) => task.id);
  await reorderServiceTasks(ctx, serviceTypeId, { tasks: nudged(ids, id, by) });
}
