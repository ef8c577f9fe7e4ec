import { Hono } from "hono";
import { expect, test } from "vitest";
import { errorsLoggedDuring } from "#tests/support/logged-errors";
import { eventStream } from "#worker/api/event-stream";
import type { HonoEnv } from "#worker/env";
import { renderError } from "#worker/middleware/errors";
import { requestId } from "#worker/middleware/request-id";
import { DomainError, serverErrorText } from "~/domain/shared/errors";

/** The stream of a question whose answer fails after its first event. */
function failingStream(failure: Error, before = [{ type: "saved" }]): Promise<Response> {
  const app = new Hono<HonoEnv>().use(requestId);
  app.get("/", (c) =>
    eventStream(c, async function* () {
      yield* before;
      throw failure;
    }),
  );
  app.onError(renderError);
  return Promise.resolve(app.request("/"));
}

const troubleIn = (text: string) => JSON.parse(text.split("event: trouble\ndata: ")[1] ?? "null");

test("a failure that nobody foresaw ends the stream with a message and is logged", async () => {
  let text = "";
  const logged = await errorsLoggedDuring(async () => {
    text = await (await failingStream(new Error("D1 is away"))).text();
  });
  expect(text).toContain("event: saved");
  expect(troubleIn(text)).toEqual({ type: "trouble", message: serverErrorText });
  expect(logged).toEqual(["D1 is away"]);
});

test("a refusal ends the stream with its own message", async () => {
  const logged = await errorsLoggedDuring(async () => {
    const text = await (await failingStream(new DomainError("unavailable", "The model is away."))).text();
    expect(troubleIn(text)).toEqual({ type: "trouble", message: "The model is away." });
  });
  expect(logged).toEqual([]);
});

test("a failure before the first event has its own status", async () => {
  await errorsLoggedDuring(async () => {
    const answer = await failingStream(new Error("D1 is away"), []);
    expect([answer.status, await answer.json()]).toEqual([500, expect.objectContaining({ code: "internal" })]);
  });
});
