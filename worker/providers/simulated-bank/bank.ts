import type { HttpClientOptions } from "#worker/providers/http-client";
import { readSimulatedToken } from "~/domain/finance/bank-link/simulated";
import { randomToken } from "~/domain/shared/secrets/tokens.server";
import { dayNumber } from "~/domain/shared/time/dates";
import { catchUp } from "./days";
import {
  accountsResponse,
  type BankResponse,
  errorResponse,
  faultResponse,
  type Histories,
  institutionResponse,
  itemResponse,
  newItem,
  syncResponse,
} from "./responses";
import { keyResponse, type SigningKey } from "./signing";
import type { SimulatedItem } from "./state";

/** The simulated bank's storage. */
export interface SimulatedStore {
  item: (itemId: string) => Promise<SimulatedItem | null>;
  saveItem: (item: SimulatedItem) => Promise<void>;
  keys: () => Promise<SigningKey[]>;
  /** The newest connection of a holder at an institution, by both; null if there is none yet. */
  newest: (held: string) => Promise<string | null>;
  setNewest: (held: string, itemId: string) => Promise<void>;
}

type Request = Record<string, unknown>;

/** Answers like Plaid's REST API from what is in the store: the server side of the embedded link. */
export function simulatedBank(store: SimulatedStore, clock: () => Date) {
  const histories: Histories = new Map();

  return async function answer(path: string, request: Request): Promise<BankResponse> {
    switch (path) {
      case "/link/token/create":
        return { status: 200, body: { link_token: simulatedLinkToken(request) } };
      case "/item/public_token/exchange":
        return exchange(String(request.public_token));
      case "/institutions/get_by_id":
        return institutionResponse(String(request.institution_id));
      case "/webhook_verification_key/get": {
        const key = (await store.keys()).find((one) => one.kid === request.key_id);
        return key
          ? { status: 200, body: keyResponse(key) }
          : errorResponse(400, { type: "INVALID_INPUT", code: "INVALID_WEBHOOK_VERIFICATION_KEY_ID" });
      }
      default:
        return atItem(path, request);
    }
  };

  async function exchange(publicToken: string): Promise<BankResponse> {
    const [id, secret] = [`sim-item-${randomToken().slice(0, 22)}`, randomToken()];
    const chosen = readSimulatedToken(publicToken);
    const held = chosen?.holder ? `${chosen.holder} ${chosen.institution.id}` : null;
    const before = held && (await store.newest(held));
    const earlier = before ? await store.item(before) : null;
    if (earlier) catchUp(earlier, clock());
    const item = newItem(publicToken, { id, secret, day: dayNumber(clock().toISOString().slice(0, 10)), earlier });
    if (!item) return errorResponse(400, { type: "INVALID_INPUT", code: "INVALID_PUBLIC_TOKEN" });
    await store.saveItem(item);
    if (held) await store.setNewest(held, id);
    return { status: 200, body: { access_token: accessTokenOf(item), item_id: id } };
  }

  async function atItem(path: string, request: Request): Promise<BankResponse> {
    const [id = "", secret = ""] = String(request.access_token).replace("access-sim.", "").split(".");
    const item = await store.item(id);
    if (!item || item.secret !== secret)
      return errorResponse(400, { type: "INVALID_INPUT", code: "INVALID_ACCESS_TOKEN" });
    if (item.removed) return errorResponse(400, { type: "ITEM_ERROR", code: "ITEM_NOT_FOUND" });
    const before = JSON.stringify(item);
    try {
      return respond(item, path, request);
    } finally {
      if (JSON.stringify(item) !== before) await store.saveItem(item);
    }
  }

  function respond(item: SimulatedItem, path: string, request: Request): BankResponse {
    const fault = faultResponse(item, path);
    if (fault) return fault;
    if (path === "/item/get") return itemAnswer(item);
    if (path === "/item/webhook/update") {
      item.webhook = String(request.webhook);
      return itemAnswer(item);
    }
    if (path === "/item/remove") {
      item.removed = true;
      return { status: 200, body: {} };
    }
    if (item.errorCode) return errorResponse(400, { type: "ITEM_ERROR", code: item.errorCode });
    catchUp(item, clock());
    if (path === "/accounts/get") {
      return { status: 200, body: { accounts: accountsResponse(item) } };
    }
    if (path !== "/transactions/sync") return errorResponse(404, { type: "INVALID_REQUEST", code: "NOT_FOUND" });
    const cursor = typeof request.cursor === "string" ? request.cursor : undefined;
    return syncResponse(item, histories, { cursor, count: Number(request.count ?? 100) });
  }
}

const itemAnswer = (item: SimulatedItem): BankResponse => ({ status: 200, body: itemResponse(item) });

/** Contains the user whose dialog it opens, so that a later connection shows the same accounts. */
function simulatedLinkToken({ user }: Request): string {
  const id = typeof user === "object" && user !== null ? Reflect.get(user, "client_user_id") : "";
  return `link-simulated-${String(id).replace(/\W/g, "")}-${randomToken()}`;
}

/** Calls the simulated bank as if over the network, without a delay between attempts. */
export function simulatedClient(answer: ReturnType<typeof simulatedBank>): HttpClientOptions {
  return {
    service: "simulated bank",
    baseUrl: "https://bank.invalid",
    deps: {
      pause: async () => {},
      fetch: async (url, init) => {
        const { status, body } = await answer(url.pathname, JSON.parse(String(init.body)));
        return new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
      },
    },
  };
}

function accessTokenOf({ itemId, secret }: SimulatedItem): string {
  return `access-sim.${itemId}.${secret}`;
}
