import { and, inArray } from "drizzle-orm";
import { bankItems } from "#drizzle/schema/bank-link";
import type { Ctx } from "~/domain/shared/context";
import { BankError } from "./bank-error";
import { faultKind } from "./faults";
import { type ItemKey, isItem } from "./items.server";
import type { ItemStatus } from "./rules";
import { unseal } from "./seal.server";

/**
 * Asks the bank how a connection is and notes it: a webhook about it may be late, lost or out of turn, the bank's word now
 * is not. True when transactions can be fetched. @throws BankError while the bank cannot say
 */
export async function checkItem(ctx: Ctx, item: ItemKey): Promise<boolean> {
  const [row] = await ctx.db.select().from(bankItems).where(isItem(item));
  if (!row?.accessToken || row.status === "disconnecting") return false;
  const errorCode = await codeOf(ctx, item, row.accessToken);
  const status = statusOf(errorCode);
  const isWell = status === "connected";
  await ctx.db
    .update(bankItems)
    .set({
      status,
      reason: errorCode,
      updatedAt: ctx.now.toISOString(),
      ...(isWell && row.status !== "connected" ? { notice: null, noticeDue: null } : {}),
    })
    .where(and(isItem(item), inArray(bankItems.status, ["connected", "login_required", "revoked", "failed"])));
  return isWell;
}

async function codeOf(ctx: Ctx, item: ItemKey, sealed: string): Promise<string | null> {
  try {
    return (await ctx.providers.bankLink.item(await unseal(ctx, item, sealed))).errorCode;
  } catch (error) {
    if (error instanceof BankError && (error.kind === "relink" || error.kind === "permanent")) return error.code;
    throw error;
  }
}

function statusOf(code: string | null): ItemStatus {
  if (code === null) return "connected";
  if (code === "USER_PERMISSION_REVOKED") return "revoked";
  const kind = faultKind({ status: 400, type: "ITEM_ERROR", code, message: "" });
  return kind === "relink" ? "login_required" : kind === "permanent" ? "failed" : "connected";
}
