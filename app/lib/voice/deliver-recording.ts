import { pauseUntilOnline } from "~/lib/backoff";
import { createDelivery, type DeliveryState } from "./delivery";
import { pieceAt, pieceSent, piecesLeft, type Recording } from "./recordings";
import { isUnreached, putPiece, refusalText } from "./session-api";

/** Sends the pieces of a recording that have not reached the server yet. */
export function deliveryOf(
  { id, userId, contentType }: Recording,
  sessionId: string,
  onChange: (state: DeliveryState) => void = () => {},
) {
  return createDelivery({
    left: () => piecesLeft(id),
    send: async (place) => {
      const bytes = await pieceAt(id, place);
      if (!bytes || !contentType) return { isTaken: true };
      const answer = await putPiece(sessionId, place, { bytes, contentType, authorId: userId });
      const { retryAfterMs = 0 } = answer ?? {};
      if (isUnreached(answer)) return { isTaken: null, retryAfterMs };
      return answer.status < 300 ? { isTaken: true } : { isTaken: false, message: refusalText(answer) };
    },
    taken: (place) => pieceSent(id, place),
    pause: pauseUntilOnline,
    onChange,
  });
}
