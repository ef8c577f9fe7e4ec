import { pauseUntilOnline } from "~/lib/backoff";
import { createDelivery, type DeliveryState } from "./delivery";
import { chunkAt, chunkSent, chunksLeft, type Recording } from "./recordings";
import { type AttemptListener, isUnreached, putChunk, refusalText } from "./session-api";

interface DeliveryListeners {
  onChange?: (state: DeliveryState) => void;
  onAttempt?: AttemptListener;
}

/** Sends the chunks of a recording that have not reached the server yet. */
export function deliveryOf(
  { id, userId, contentType }: Recording,
  sessionId: string,
  { onChange = () => {}, onAttempt }: DeliveryListeners = {},
) {
  return createDelivery({
    left: () => chunksLeft(id),
    send: async (place) => {
      const bytes = await chunkAt(id, place);
      if (!bytes || !contentType) return { isTaken: true };
      const answer = await putChunk(sessionId, place, { bytes, contentType, authorId: userId });
      const { retryAfterMs = 0 } = answer ?? {};
      await onAttempt?.({ answer, isDecided: !isUnreached(answer) });
      if (isUnreached(answer)) return { isTaken: null, retryAfterMs };
      return answer.status < 300 ? { isTaken: true } : { isTaken: false, message: refusalText(answer) };
    },
    taken: (place) => chunkSent(id, place),
    pause: pauseUntilOnline,
    onChange,
  });
}
