import { useRevalidator } from "@remix-run/react";
import { useContext, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { useLiveConnection } from "./live/live-connection";
import {
  applied,
  createOptimisticQueue,
  type Mutation,
  type OptimisticQueue,
  type QueueOptions,
  type QueueState,
} from "./optimistic-queue";
import { type OptimisticQueues, OptimisticQueuesContext } from "./optimistic-queues";

/** What a screen changes before the server has it. One constant for each kind of changes: the queue is known by it. */
export interface QueueDefinition<State, Change> extends QueueOptions<Change> {
  /** What is shown once the change is made; as it is where what was read shows the change or a newer one. */
  apply: (state: State, change: Change) => State;
  /** Whether what was read shows the confirmed change, or a newer one. */
  contains: (state: State, mutation: Mutation<Change>) => boolean;
}

/** Callbacks for a mutation's outcome while the screen is mounted. */
interface QueueHandlers<Change> {
  onConfirmed?: (mutation: Mutation<Change>) => void;
  onRefused?: (mutation: Mutation<Change>) => void;
  onUnreached?: (mutation: Mutation<Change>) => void;
}

/** Guarantee: a queue is stored under its own definition only, so its changes are of the definition's type. */
function queueOf<State, Change>(
  queues: OptimisticQueues,
  definition: QueueDefinition<State, Change>,
): OptimisticQueue<Change> {
  const known = queues.get(definition) as OptimisticQueue<Change> | undefined;
  if (known) return known;
  const queue = createOptimisticQueue(definition);
  queues.set(definition, queue);
  return queue;
}

/**
 * What was read with the changes of this screen on top. Reads anew once a change is confirmed or refused; a confirmed one
 * stays on top until what was read contains it.
 */
export function useOptimisticQueue<State, Change>(
  definition: QueueDefinition<State, Change>,
  read: State,
  handlers: QueueHandlers<Change> = {},
) {
  const queues = useContext(OptimisticQueuesContext);
  if (!queues) throw new Error("OptimisticQueuesProvider is missing");
  const queue = queueOf(queues, definition);
  const live = useLiveConnection();
  const { apply, contains } = definition;
  const { mutations } = useSyncExternalStore(queue.subscribe, queue.state, noMutations<Change>);
  const { revalidate } = useRevalidator();
  const now = useRef({ handlers, revalidate });
  now.current = { handlers, revalidate };

  // Answers arrive outside of React.
  useEffect(
    () =>
      queue.onAttempt((mutation) => {
        const { handlers, revalidate } = now.current;
        if (mutation.state === "confirmed") handlers.onConfirmed?.(mutation);
        if (mutation.state === "refused") handlers.onRefused?.(mutation);
        if (mutation.state === "unreached") handlers.onUnreached?.(mutation);
        // A refused one may have been changed by somebody else meanwhile.
        if (mutation.state === "confirmed" || mutation.state === "refused") revalidate();
      }),
    [queue],
  );

  // A connection that others' changes come through again carries one's own as well.
  useEffect(() => live?.subscribe(() => live.state() === "live" && void queue.flush({ retry: true })), [live, queue]);

  // The queue lives outside of React: it is notified of what was read.
  useEffect(() => {
    if (mutations.some(({ state }) => state === "confirmed")) {
      void queue.settle((mutation) => contains(read, mutation));
    }
  }, [queue, contains, read, mutations]);

  const state = useMemo(() => applied(read, mutations, apply), [read, mutations, apply]);
  const { put, retry, discard, flush } = queue;
  return { state, mutations, put, retry, discard, flush };
}

const nothing: QueueState<never> = { mutations: [], unpersisted: new Set() };
const noMutations = <Change>(): QueueState<Change> => nothing;
