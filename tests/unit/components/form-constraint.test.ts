import { getZodConstraint } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import { z } from "zod";
import { blankToNull, line } from "~/domain/shared/fields";

test("a form's constraints have its schema's lengths and ranges, even for optional fields", () => {
  const Schema = z.object({
    title: line("Name the job", 200),
    minutes: z.number().min(5).max(10_080),
    note: blankToNull(z.string().max(500)),
  });
  const { title, minutes, note } = getZodConstraint(Schema);
  expect(title).toMatchObject({ required: true, maxLength: 200 });
  expect(minutes).toMatchObject({ required: true, min: 5, max: 10_080 });
  expect(note).toMatchObject({ required: false, maxLength: 500 });
});
