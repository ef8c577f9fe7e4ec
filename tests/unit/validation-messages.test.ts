import { expect, test } from "vitest";
import { z } from "zod";
import { issueMessage } from "~/domain/shared/validation-messages";

const Visit = z.object({
  startsAt: z.string(),
  durationMinutes: z.number().int().min(5).max(600).multipleOf(5),
  crew: z.array(z.string().min(2)).min(1).max(3),
  kind: z.enum(["repair", "tune-up"]),
  isPaid: z.boolean(),
  code: z.string().length(4),
  site: z.object({ postalCode: z.string().regex(/^\d{5}$/) }),
});
const good = {
  startsAt: "9:00",
  durationMinutes: 60,
  crew: ["Luis"],
  kind: "repair",
  isPaid: true,
  code: "1234",
  site: { postalCode: "53212" },
};

function messageOf(body: unknown, schema: z.ZodType = Visit): string | undefined {
  return schema.safeParse(body, { error: issueMessage }).error?.issues[0]?.message;
}

test.each([
  [null, "The body must be an object"],
  [{ ...good, startsAt: undefined }, "Starts at is required"],
  [{ ...good, startsAt: 9 }, "Starts at must be text"],
  [{ ...good, durationMinutes: "60" }, "Duration minutes must be a number"],
  [{ ...good, durationMinutes: 7.5 }, "Duration minutes must be a whole number"],
  [{ ...good, durationMinutes: 0 }, "Duration minutes must be at least 5"],
  [{ ...good, durationMinutes: 605 }, "Duration minutes must be at most 600"],
  [{ ...good, durationMinutes: 61 }, "Duration minutes must be a multiple of 5"],
  [{ ...good, crew: [] }, "Crew must have at least 1 item"],
  [{ ...good, crew: ["L"] }, "Crew must have at least 2 characters"],
  [{ ...good, crew: ["Luis", "Mia", "Tom", "Ana"] }, "Crew must have at most 3 items"],
  [{ ...good, kind: "visit" }, "Kind must be one of repair, tune-up"],
  [{ ...good, isPaid: "yes" }, "Is paid must be true or false"],
  [{ ...good, code: "12" }, "Code must have exactly 4 characters"],
  [{ ...good, site: { postalCode: "x" } }, "Postal code is not valid"],
])("%o is rejected with: %s", (body, text) => {
  expect(messageOf(body)).toBe(text);
});

test("an unknown field is named", () => {
  expect(messageOf({ name: "x", nick: "y" }, z.strictObject({ name: z.string() }))).toBe("Unknown field: nick");
});

test("a schema's own message is not replaced", () => {
  expect(messageOf({}, z.object({ email: z.string({ error: "Enter an email" }) }))).toBe("Enter an email");
});
