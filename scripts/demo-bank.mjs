// Connects two simulated banks to the demo household over the API, as a user would: one that works and has reported a transaction
// that was also entered by hand, and one that requires signing in again.

/**
 * @param {(path: string, init: object) => Promise<{ ok: boolean, status: number, json: () => Promise<any> }>} fetch
 *   of the local Worker
 * @param {{ email: string, password: string, now: Date }} household
 */
export async function linkDemoBanks(fetch, { email, password, now }) {
  let token = "";
  const post = async (path, body = {}) => {
    const headers = { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`The demo's bank: ${path} answered ${answer.status}`);
    return answer.json();
  };
  const day = (ago) => new Date(now.getTime() - ago * 86_400_000).toISOString().slice(0, 10);
  token = (await post("/api/auth/login", { email, password })).access_token;

  async function connect(publicToken) {
    const { plaidItemId: itemId, accounts } = await post("/api/plaid/exchange-token", { publicToken });
    await post("/dev/bank/command", { itemId, command: { op: "no_history" } });
    const choices = accounts.map(({ plaidAccountId }) => ({ plaidAccountId, action: "create" }));
    const [account] = await post(`/api/plaid/match-accounts/${itemId}`, { accounts: choices });
    return { itemId, account };
  }
  const tell = (itemId, facts) => post("/dev/bank/command", { itemId, command: { op: "add", facts } });
  const sync = (itemId) => post(`/api/plaid/sync-transactions/${itemId}`);

  const prairie = await connect("public-sim-ins_sim_prairie-0");
  const prairieRows = [
    [9, 64.2, "OUTPOST NATURAL FOODS", "FOOD_AND_DRINK", "GROCERIES"],
    [6, 31.75, "KWIK TRIP 0418", "TRANSPORTATION", "GAS"],
    [3, 48.9, "SQ *RIVERWEST CAFE", "FOOD_AND_DRINK", "RESTAURANT"],
    [1, 18.4, "MILWAUKEE PUBLIC MUSEUM", "ENTERTAINMENT", "SPORTING_EVENTS_AMUSEMENT_PARKS_AND_MUSEUMS"],
  ];
  for (const [ago, amount, name, primary, detail] of prairieRows) {
    const personal_finance_category = { primary, detailed: `${primary}_${detail}` };
    await tell(prairie.itemId, { amount, name, date: day(ago), pending: ago === 1, personal_finance_category });
  }
  await sync(prairie.itemId);
  await post(`/api/bank-accounts/${prairie.account.id}/transactions`, {
    ...{ amount: 48.9, transactionDate: day(4), description: "Breakfast with the neighbors", type: "withdrawal" },
    ...{ category: "dining", notes: "our turn to pay" },
  });

  const harbor = await connect("public-sim-ins_sim_harbor-2");
  await tell(harbor.itemId, { amount: 27.5, name: "HARBOR PARKING", date: day(5) });
  await sync(harbor.itemId);
  await post("/dev/bank/command", {
    itemId: harbor.itemId,
    command: { op: "item_error", code: "ITEM_LOGIN_REQUIRED" },
  });
  await sync(harbor.itemId);
}
