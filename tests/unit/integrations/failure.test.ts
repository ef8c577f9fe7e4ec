import { expect, test } from "vitest";
import { failureText } from "~/domain/integrations/failure";

test.each([
  ["language: reconnect (401)", "Language model does not accept the key. Check the key in its settings."],
  ["OSRM: unreachable", "Language model can't be reached. Check its address, and whether it is down."],
  ["language: server_error (503)", "Language model has a problem on its side. Try again in a few minutes."],
  ["TypeError: x is not a function", "Language model: the test failed."],
  ["something odd", "Language model: the test failed."],
])("%s is explained in plain words, with the technical message alongside", (message, text) => {
  expect(failureText("Language model", message)).toEqual({ text, technical: message });
});

test("a message that is already a sentence is unchanged", () => {
  const message = "GitHub no longer accepts the access token. Connect again with a new one.";
  expect(failureText("GitHub", message)).toEqual({ text: message, technical: null });
});
