import { Form } from "@remix-run/react";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { MessageCircle } from "~/components/ui/icons";
import type { WorkOrderHeader } from "~/domain/work-orders/detail.server";
import { paths } from "~/paths";

/** Leads into what the team and the customer say about the job. */
export function Conversations({ workOrder }: { workOrder: WorkOrderHeader }) {
  return (
    <Section title="Messages">
      <div className="flex flex-wrap gap-2">
        <Form method="post" action={paths.openThread()}>
          <input type="hidden" name="workOrderId" value={workOrder.id} />
          <Button type="submit" name="intent" value="job" variant="outline" size="sm">
            <MessageCircle />
            Message the team
          </Button>
        </Form>
      </div>
    </Section>
  );
}
