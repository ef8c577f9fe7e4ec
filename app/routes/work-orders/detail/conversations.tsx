import { DateText } from "~/components/date-text";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { MessageCircle, Send } from "~/components/ui/icons";
import { ErrorLine } from "~/components/work-orders/error-line";
import { useInlineForm } from "~/components/work-orders/use-inline-form";
import type { VisitRating } from "~/domain/visits/ratings.server";
import type { WorkOrderHeader } from "~/domain/work-orders/detail.server";
import { paths } from "~/paths";

type ConversationsProps = { workOrder: WorkOrderHeader; rating: VisitRating | null; zone: string };

/** Links to the team's and the customer's conversations about the job, with the customer's rating. */
export function Conversations({ workOrder, rating, zone }: ConversationsProps) {
  const { fetcher, error, sessionEnded } = useInlineForm();
  return (
    <Section title="Messages">
      <div className="flex flex-wrap gap-2">
        <fetcher.Form method="post" action={paths.openThread()} className="flex flex-wrap gap-2">
          <input type="hidden" name="workOrderId" value={workOrder.id} />
          <Button type="submit" name="intent" value="job" variant="outline" size="sm">
            <MessageCircle />
            Message the team
          </Button>
          <Button type="submit" name="intent" value="customer" variant="outline" size="sm">
            <Send />
            Message the customer
          </Button>
        </fetcher.Form>
      </div>
      <ErrorLine>{error}</ErrorLine>
      {sessionEnded}
      {rating && (
        <p>
          Rated {rating.stars} of 5 by the customer, <DateText at={rating.ratedAt} zone={zone} />
          {rating.comment && <span className="block text-muted-foreground">“{rating.comment}”</span>}
        </p>
      )}
    </Section>
  );
}
