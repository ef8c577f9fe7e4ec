import { MAX_CHOSEN_BYTES, RECEIPT_IS_HEIC, type ReceiptOwner } from "~/domain/receipts/receipt";
import { serverErrorText } from "~/domain/shared/errors";
import { isHeic } from "~/domain/shared/files/pictures";
import { sendToApi } from "~/lib/api-request";
import { shrinkPhoto } from "~/lib/shrink-photo";
import { paths } from "~/paths";

/** Outcome of adding a picture: the new receipt, or why it failed. */
export type AddOutcome = { id: string } | { problem: string; mayRetry: boolean; receiptId: string | null };

/** Large enough that the small print of a long receipt stays readable. */
const MAX_SIDE_PX = 2400;

const final = (problem: string): AddOutcome => ({ problem, mayRetry: false, receiptId: null });

/** Scales a picture down and adds it as a receipt. Adding the same file again does not create another receipt. */
export async function sendPicture(file: File, of: ReceiptOwner): Promise<AddOutcome> {
  if (file.size > MAX_CHOSEN_BYTES) return final("larger than 50 MB");
  const small = await shrinkPhoto(file, MAX_SIDE_PX).catch(() => null);
  if (!small) {
    const head = new Uint8Array(await file.slice(0, 64).arrayBuffer());
    return final(isHeic(head) ? RECEIPT_IS_HEIC : "not a picture that this device can open");
  }
  const sha256 = await hashOf(file);
  const body = new FormData();
  body.set("picture", new File([small], "receipt", { type: small.type }));
  body.set("sha256", sha256);
  try {
    const request = {
      method: "POST",
      path: paths.apiReceipts({ of }),
      idempotencyKey: crypto.randomUUID(),
      body,
    } as const;
    return outcomeOf(await sendToApi(request));
  } catch {
    return {
      problem: "the server cannot be reached. Try again once you are connected.",
      ...{ mayRetry: true, receiptId: null },
    };
  }
}

function outcomeOf({ status, body }: { status: number; body: Record<string, unknown> }): AddOutcome {
  const { id, message, receiptId } = body;
  if (status === 201 && typeof id === "string") return { id };
  return {
    problem: typeof message === "string" ? message : serverErrorText,
    mayRetry: status >= 500 || status === 429,
    receiptId: typeof receiptId === "string" ? receiptId : null,
  };
}

/** SHA-256 of the original file, in hexadecimal. */
async function hashOf(file: File): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
