import { expect, test } from "vitest";
import { exampleOf, messageOf } from "#worker/api/webhook-events";
import { WEBHOOK_EVENTS } from "~/domain/webhooks/event";

test.each(WEBHOOK_EVENTS)("the example of %s matches its schema field by field", (event) => {
  const example = exampleOf(event);
  expect(messageOf(event).parse(example)).toEqual(example);
});
