// Sends two of the demo's estimates over the API as the office would, so that number, PDF, link and signature are real: one waits
// for its customer, one is approved and becomes a job with one click.

/**
 * @param {(path: string, init: object) => Promise<{ ok: boolean, status: number, json: () => Promise<any> }>} fetch
 *   of the local Worker
 * @param {{ email: string, password: string }} office
 */
export async function answerDemoEstimates(fetch, { email, password }) {
  let token = "";
  const ask = async (method, path, body) => {
    const headers = { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const answer = await fetch(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    if (!answer.ok) throw new Error(`The demo's estimates: ${path} answered ${answer.status}`);
    return answer.json();
  };
  token = (await ask("POST", "/api/auth/login", { email, password })).access_token;
  const { items } = await ask("GET", "/api/estimates?state=draft");
  // Oldest first: the last one stays a draft.
  const [approved, waiting] = items.reverse();
  const send = async ({ id }) => {
    const { version, title } = await ask("GET", `/api/estimates/${id}`);
    return ask("POST", `/api/estimates/${id}/send`, { version, subject: title, message: "Your estimate is attached." });
  };
  const { url, documentHash, billTo } = await send(approved);
  await ask("POST", `/api/signed/estimates/${url.split("/").at(-1)}/approve`, {
    ...{ option: 2, chosen: [3], signerName: billTo.name, agreed: true, documentHash },
    strokes: signature(),
  });
  await send(waiting);
}

/** A handwritten line across the 600 by 160 signature field. */
function signature() {
  const points = Array.from({ length: 90 }, (_, step) => {
    const along = step / 89;
    const height = 34 * Math.sin(step * 0.62) * (1 - along * 0.55) + 12 * Math.sin(step * 0.19);
    return `${Math.round(70 + along * 420 + 14 * Math.cos(step * 0.62))} ${Math.round(84 - height)}`;
  });
  return points.map((point, step) => `${step === 0 ? "M" : "L"}${point}`).join("");
}
