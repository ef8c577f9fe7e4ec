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

/** How a screen's optimistic changes work. Define one constant per kind of change: it identifies the queue. */
export interface QueueDefinition<State, Change> extends QueueOptions<Change> {
  /** The state after the change; unchanged if the loaded state already includes the change or a newer one. */
  apply: (state: State, change: Change) => State;
  /** Whether the loaded state includes the confirmed change, or a newer one. */
  contains: (state: State, mutation: Mutation<Change>) => boolean;
}

/** Callbacks for a mutation's outcome while the screen is mounted. */
interface QueueHandlers<Change> {
  onConfirmed?: (mutation: Mutation<Change>) => void;
  onRefused?: (mutation: Mutation<Change>) => void;
  onUnreached?: (mutation: Mutation<Change>) => void;
}

/** Guarantee: a queue is stored only under its own definition, so its changes have the definition's type. */
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
 * The loaded state with this screen's changes applied. Reloads once a change is confirmed or refused; a confirmed
 * change remains applied until the loaded state contains it.
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

  // Responses arrive outside React.
  useEffect(
    () =>
      queue.onAttempt((mutation) => {
        const { handlers, revalidate } = now.current;
        if (mutation.state === "confirmed") handlers.onConfirmed?.(mutation);
        if (mutation.state === "refused") handlers.onRefused?.(mutation);
        if (mutation.state === "unreached") handlers.onUnreached?.(mutation);
        // A refusal may mean that someone else changed the record.
        if (mutation.state === "confirmed" || mutation.state === "refused") revalidate();
      }),
    [queue],
  );

  // Once the live connection is back, requests should get through again too.
  useEffect(() => live?.subscribe(() => live.state() === "live" && void queue.flush({ retry: true })), [live, queue]);

  // The queue is outside React and has to be notified of loaded data.
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
