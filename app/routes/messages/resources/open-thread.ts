import { redirect } from "@remix-run/cloudflare";
import { z } from "zod";
import { openCustomerThread } from "~/domain/messages/customer.server";
import { openConversation, openWorkOrderThread } from "~/domain/messages/open.server";
import { recordId } from "~/domain/shared/fields";
import { formActions, formCase } from "~/http/form-action";
import { resource } from "~/http/resource";
import { paths } from "~/paths";

const WorkOrder = z.object({ workOrderId: recordId });
const Colleague = z.object({ userId: recordId });

/** Opens a conversation, and creates it if there is none yet. */
export const action = resource(
  formActions({
    job: formCase(WorkOrder, async ({ ctx, input }) =>
      redirect(paths.thread((await openWorkOrderThread(ctx, input.workOrderId)).id)),
    ),
    customer: formCase(WorkOrder, async ({ ctx, input }) =>
      redirect(paths.thread((await openCustomerThread(ctx, input.workOrderId)).id)),
    ),
    direct: formCase(Colleague, async ({ ctx, input }) =>
      redirect(paths.thread((await openConversation(ctx, { people: [input.userId], title: null })).id)),
    ),
  }),
);

export { fetcherAction as clientAction } from "~/lib/unanswered-action";
