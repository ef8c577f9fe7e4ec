import { readSimulatedToken, SIMULATED_INSTITUTIONS } from "~/domain/finance/bank-link/simulated";
import { historyOf } from "./days";
import { releasedLog, type SimulatedChange, type SimulatedItem, truthOf } from "./state";

export interface BankResponse {
  status: number;
  body: unknown;
}

export function errorResponse(
  status: number,
  { type, code, message = code }: { type: string; code: string; message?: string },
): BankResponse {
  return { status, body: { error_type: type, error_code: code, error_message: message, display_message: null } };
}

/** A call that receives no response. */
class ConnectionLost extends Error {}

/** Each connection's history, generated once for all pages of a sync. */
export type Histories = Map<string, SimulatedChange[]>;

function historyFrom(item: SimulatedItem, histories: Histories): SimulatedChange[] {
  const known = histories.get(item.itemId);
  if (known && known.length === item.historyCount) return known;
  const history = historyOf(item);
  item.historyCount = history.length;
  histories.set(item.itemId, history);
  return history;
}

/** The fault this call meets, if any; each fault lasts for its number of calls. */
export function faultResponse(item: SimulatedItem, path: string): BankResponse | null {
  const syncs = path === "/transactions/sync";
  const fault = item.faults.find(({ fault, page }) =>
    fault === "mutation" ? syncs && item.page + 1 >= (page ?? 2) : fault !== "lost_cursor" || syncs,
  );
  if (!fault) return null;
  fault.times -= 1;
  if (fault.times <= 0) item.faults = item.faults.filter((one) => one !== fault);
  switch (fault.fault) {
    case "rate_limit":
      return errorResponse(429, { type: "RATE_LIMIT_EXCEEDED", code: "TRANSACTIONS_SYNC_LIMIT" });
    case "server_error":
      return errorResponse(500, { type: "API_ERROR", code: "INTERNAL_SERVER_ERROR" });
    case "institution_down":
      return errorResponse(400, { type: "INSTITUTION_ERROR", code: "INSTITUTION_DOWN" });
    case "timeout":
      throw new ConnectionLost();
    case "garbage":
      return { status: 200, body: "<html>bad gateway</html>" };
    case "not_ready":
      return errorResponse(400, { type: "ITEM_ERROR", code: "PRODUCT_NOT_READY" });
    case "mutation":
      item.page = 0;
      return errorResponse(400, { type: "TRANSACTIONS_ERROR", code: "TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION" });
    case "lost_cursor":
      return errorResponse(400, {
        type: "INVALID_REQUEST",
        code: "INVALID_FIELD",
        message: "cursor not associated with access_token",
      });
  }
}

/** Current balances: the opening balances plus what was posted since the link. */
export function accountsResponse(item: SimulatedItem) {
  const posted = new Map<string, number>();
  for (const { account_id, amount, pending } of truthOf(item.log).values()) {
    if (!pending) posted.set(account_id, (posted.get(account_id) ?? 0) + Math.round(amount * 100));
  }
  return item.accounts.map(({ id, name, mask, type, subtype, baseMinor }) => {
    const out = posted.get(id) ?? 0;
    const current = (type === "depository" ? baseMinor - out : baseMinor + out) / 100;
    const available = type === "depository" ? current : null;
    const balances = { current, available, limit: null, iso_currency_code: "USD" };
    return { account_id: id, name, official_name: name, mask, type, subtype, balances };
  });
}

export function itemResponse(item: SimulatedItem) {
  const name = SIMULATED_INSTITUTIONS.find((one) => one.id === item.institutionId)?.name;
  const error = item.errorCode && { error_type: "ITEM_ERROR", error_code: item.errorCode };
  return { item: { item_id: item.itemId, institution_id: item.institutionId, institution_name: name, error } };
}

export function institutionResponse(id: string): BankResponse {
  const institution = SIMULATED_INSTITUTIONS.find((one) => one.id === id);
  if (!institution) return errorResponse(400, { type: "INVALID_INPUT", code: "INVALID_INSTITUTION" });
  const { name, website: url, color: primary_color } = institution;
  return {
    status: 200,
    body: { institution: { institution_id: id, name, url, primary_color, logo: null, oauth: false } },
  };
}

/** One page of the change log after the cursor; while nothing is ready, an empty page without a next cursor. */
export function syncResponse(
  item: SimulatedItem,
  histories: Histories,
  request: { cursor?: string; count?: number },
): BankResponse {
  const start = request.cursor ? Number(/^at-(\d+)$/.exec(request.cursor)?.[1] ?? Number.NaN) : 0;
  const released = releasedLog(item, () => historyFrom(item, histories));
  const before = released ? 0 : (item.historyCount ?? historyFrom(item, histories).length);
  const length = released ? released.length : before + item.log.length;
  if (!(start <= length)) {
    return errorResponse(400, {
      type: "INVALID_REQUEST",
      code: "INVALID_FIELD",
      message: "cursor not associated with access_token",
    });
  }
  const end = Math.min(length, start + Math.min(item.pageSize ?? 500, request.count ?? 100));
  // Changes after the history are read without generating it again.
  const history = start < before ? historyFrom(item, histories).slice(start, end) : [];
  const log = released ?? item.log;
  const page = [...history, ...log.slice(Math.max(start - before, 0), Math.max(end - before, 0))];
  const has_more = end < length;
  item.page = has_more ? item.page + 1 : 0;
  const of = (kind: "added" | "modified") =>
    page.flatMap((change) => (change.kind === kind && "transaction" in change ? [change.transaction] : []));
  const removed = page.flatMap((change) => (change.kind === "removed" ? [{ transaction_id: change.id }] : []));
  const transactions_update_status = item.staged?.status ?? "HISTORICAL_UPDATE_COMPLETE";
  return {
    status: 200,
    body: {
      ...inOrder(page, { added: of("added"), modified: of("modified"), removed }),
      accounts: accountsResponse(item),
      next_cursor: transactions_update_status === "NOT_READY" ? "" : `at-${end}`,
      has_more,
      transactions_update_status,
    },
  };
}

/** Within a page, each transaction appears once, in its latest version. */
function inOrder<T extends { transaction_id: string }, R extends { transaction_id: string }>(
  page: readonly SimulatedChange[],
  changes: { added: T[]; modified: T[]; removed: R[] },
) {
  const last = new Map<string, SimulatedChange>();
  for (const change of page)
    last.set(change.kind === "removed" ? change.id : change.transaction.transaction_id, change);
  const isLast = (kind: SimulatedChange["kind"]) => (one: { transaction_id: string }) =>
    last.get(one.transaction_id)?.kind === kind;
  const latest = (all: T[]) => [...new Map(all.map((one) => [one.transaction_id, one])).values()];
  return {
    added: latest(changes.added).filter(isLast("added")),
    modified: latest(changes.modified).filter(isLast("modified")),
    removed: changes.removed.filter(isLast("removed")),
  };
}

interface NewItem {
  id: string;
  secret: string;
  day: number;
  /** The same holder's previous connection, up to date. */
  earlier: SimulatedItem | null;
}

/** A new connection for what was chosen in the dialog, continuing an earlier one; null for a token the dialog did not issue. */
export function newItem(publicToken: string, { id, secret, day, earlier }: NewItem): SimulatedItem | null {
  const chosen = readSimulatedToken(publicToken);
  if (!chosen) return null;
  const { institution, places } = chosen;
  const fresh = { itemId: id, secret, errorCode: null, removed: false, faults: [], page: 0, staged: undefined };
  const accounts = institution.accounts.flatMap((one, at) =>
    places.includes(at) ? [{ ...one, id: `${id}-account-${at}` }] : [],
  );
  if (earlier) {
    // Banks give transactions new ids in each connection.
    const log: SimulatedChange[] = JSON.parse(
      JSON.stringify(earlier.log).replaceAll(earlier.itemId, id).replaceAll('~"', '"'),
    );
    const ids = new Set(accounts.map((one) => one.id));
    const shared = log.filter((change) => change.kind === "removed" || ids.has(change.transaction.account_id));
    return { ...earlier, ...fresh, accounts, log: shared, before: shared.length, linkedOn: earlier.lastDay };
  }
  return {
    ...fresh,
    institutionId: institution.id,
    accounts,
    ahead: 0,
    linkedDay: day,
    lastDay: day,
    historyDays: 729,
    seed: [...id].reduce((seed, letter) => (Math.imul(seed, 31) + letter.charCodeAt(0)) >>> 0, 7),
    log: [],
    made: 0,
  };
}
