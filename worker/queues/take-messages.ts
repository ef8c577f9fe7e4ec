/** Splits the messages of one kind from a batch; the rest can be handled like a batch of its own. */
export function takeMessages<Taken, Rest>(
  batch: MessageBatch<Taken | Rest>,
  isTaken: (message: Message<Taken | Rest>) => message is Message<Taken>,
): { taken: Message<Taken>[]; rest: MessageBatch<Rest> } {
  const isRest = (message: Message<Taken | Rest>): message is Message<Rest> => !isTaken(message);
  return {
    taken: batch.messages.filter(isTaken),
    rest: {
      queue: batch.queue,
      metadata: batch.metadata,
      messages: batch.messages.filter(isRest),
      ackAll: () => batch.ackAll(),
      retryAll: (options) => batch.retryAll(options),
    },
  };
}
