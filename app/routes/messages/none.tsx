import { EmptyState } from "~/components/feedback/empty-state";
import { MessageCircle } from "~/components/ui/icons";

/** Beside the list on a wide screen, until a conversation is chosen. */
export default function NoThread() {
  return (
    <div className="grid h-full place-items-center max-lg:hidden">
      <EmptyState icon={MessageCircle} title="Choose a conversation">
        Talk with the team, about a job, or with a customer.
      </EmptyState>
    </div>
  );
}
