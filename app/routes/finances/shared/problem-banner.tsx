import { CircleAlert } from "~/components/ui/icons";

/** Loading errors, shown above what could be loaded. */
export function ProblemBanner({ messages }: { messages: readonly string[] }) {
  if (messages.length === 0) return null;
  return (
    <div role="alert" className="flex gap-3 rounded-md border border-bad bg-bad-soft p-4">
      <CircleAlert className="mt-0.5 size-5 shrink-0 text-bad" />
      <ul className="min-w-0">
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </div>
  );
}
