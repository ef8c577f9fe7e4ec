import { EmptyState } from "~/components/feedback/empty-state";
import { MessageCircle } from "~/components/ui/icons";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";

/** Shown next to the list on wide screens until a conversation is selected. */
export default function NoThread() {
  return (
    <div className="grid h-full place-items-center max-lg:hidden">
      <EmptyState isOnAnyPage icon={MessageCircle} title="Choose a conversation">
        Talk with the team, about a job, or with a customer.
      </EmptyState>
    </div>
  );
}
