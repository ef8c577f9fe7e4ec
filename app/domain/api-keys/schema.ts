import { z } from "zod";
import { typedPassword } from "~/domain/auth/schema";
import { line } from "~/domain/shared/fields";
import { API_KEY_LIFETIMES, API_KEY_PERMISSIONS } from "./api-key";

export const ApiKeyInput = z.object({
  name: line("Name is required", 60),
  permissions: z
    .preprocess(
      (given) => (typeof given === "string" ? [given] : (given ?? [])),
      z.array(z.enum(API_KEY_PERMISSIONS), "Choose what the key can do"),
    )
    .pipe(z.array(z.enum(API_KEY_PERMISSIONS)).min(1, "Choose what the key can do").max(API_KEY_PERMISSIONS.length))
    .transform((chosen) => API_KEY_PERMISSIONS.filter((permission) => chosen.includes(permission))),
  expires: z.enum(API_KEY_LIFETIMES, { error: "Choose when the key expires" }),
  /** A hijacked session must not be able to create a key. */
  currentPassword: typedPassword,
});
export type ApiKeyInput = z.output<typeof ApiKeyInput>;
