import { NewTask, NewTaskLine, OrderForm } from "~/domain/service-types/schema";
import {
  addTask,
  archiveTask,
  changeTask,
  deleteTask,
  findTask,
  moveServiceTask,
  reorderServiceTasks,
} from "~/domain/service-types/tasks.server";
import { RecordId } from "~/domain/shared/fields";
import { type FormInput, formCase } from "~/http/form-action";
import { redirectWithToast } from "~/http/toast.server";

type Place = Pick<FormInput<never>, "url" | "params">;

/** Form cases of a screen with a list of tasks; `here` returns the screen's own URL. */
export function taskCases(here: (place: Place) => string) {
  const stay = (place: Place & Pick<FormInput<never>, "request">, text: string) =>
    redirectWithToast(place.request, here(place), { tone: "success", text });
  const step = (direction: "up" | "down") =>
    formCase(RecordId, async ({ ctx, input, ...place }) => {
      await moveServiceTask(ctx, place.params.id ?? "", { id: input.id, direction });
      return stay(place, "Task moved.");
    });
  return {
    addTask: formCase(NewTaskLine, async ({ ctx, input, ...place }) => {
      await addTask(ctx, place.params.id ?? "", NewTask.parse(input));
      return stay(place, "Task added.");
    }),
    order: formCase(OrderForm, async ({ ctx, input, params }) => {
      await reorderServiceTasks(ctx, params.id ?? "", { tasks: input.order });
      // A new response object each time, so that the screen can tell it from the previous one.
      return { order: input.order };
    }),
    up: step("up"),
    down: step("down"),
    archiveTask: formCase(RecordId, async ({ ctx, input, ...place }) => {
      await archiveTask(ctx, input.id);
      return stay(place, "Task archived. New jobs will not get it.");
    }),
    restoreTask: formCase(RecordId, async ({ ctx, input, ...place }) => {
      const { version } = await findTask(ctx, input.id);
      await changeTask(ctx, input.id, { version, active: true });
      return stay(place, "Task restored.");
    }),
    deleteTask: formCase(RecordId, async ({ ctx, input, ...place }) => {
      await deleteTask(ctx, input.id);
      return stay(place, "Task deleted. Jobs already booked keep their copy.");
    }),
  };
}
