import { TaskResultForm } from "~/domain/service-types/schema";
import { addTask, moveTask, removeTask } from "~/domain/work-orders/arrange-tasks.server";
import { TaskChoice, TaskForm, TaskPlace, TaskTick } from "~/domain/work-orders/schema";
import { recordResult, tickTask } from "~/domain/work-orders/tasks.server";
import { formActions, formCase } from "~/http/form-action";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { default } from "~/components/no-dialog";
export { plainAction as clientAction } from "~/lib/unanswered-action";

/** Handles the checklist forms, from this screen and from dialogs over others. */
export const action = formActions({
  addTask: formCase(TaskForm, async ({ ctx, input, params }) => {
    await addTask(ctx, params.id ?? "", input);
    return { done: true };
  }),
  tickTask: formCase(TaskTick, async ({ ctx, input, params }) => {
    await tickTask(ctx, params.id ?? "", input);
    return { done: true };
  }),
  taskResult: formCase(
    TaskResultForm,
    async ({ ctx, input: { taskId, version, occurredAt, clockOffsetMs, ...result }, params }) => {
      await recordResult(ctx, { ref: params.id ?? "", taskId, version, occurredAt, clockOffsetMs }, result);
      return { done: true };
    },
  ),
  moveTask: formCase(TaskPlace, async ({ ctx, input, params }) => {
    await moveTask(ctx, params.id ?? "", input);
    return { done: true };
  }),
  removeTask: formCase(TaskChoice, async ({ ctx, input, params }) => {
    await removeTask(ctx, params.id ?? "", input.taskId);
    return { done: true };
  }),
});
