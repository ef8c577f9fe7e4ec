import { z } from "zod";
import { passwordMaximum, passwordProblem } from "~/domain/auth/password/password";
import { email, line } from "~/domain/shared/fields";
import { PRESSURE_UNITS, TEMPERATURE_UNITS, WEIGHT_UNITS } from "~/domain/shared/gauge-units";
import { isZone } from "~/domain/shared/time/time-zones";

const token = z.string({ error: "Token is required" }).min(1, "Token is required").max(200, "Token is not valid");

const newPassword = z.string({ error: "Password is required" }).superRefine((password, check) => {
  const problem = passwordProblem(password);
  if (problem) check.addIssue({ code: "custom", message: problem });
});

/** An existing password: its format is not checked, only whether it is correct. */
export const typedPassword = z
  .string({ error: "Password is required" })
  .min(1, "Password is required")
  .max(passwordMaximum, "Password is too long");

const firstName = line("First name is required", 100);
const lastName = line("Last name is required", 100);

export const Login = z.object({
  email,
  password: typedPassword,
  /** Signs in to the person's own household even if a business has disabled their access. */
  household: z.stringbool().or(z.boolean()).optional(),
});
export type Login = z.output<typeof Login>;

/** The sign-in page also knows where to go afterward. */
export const LoginForm = Login.extend({ from: z.string().max(2000).optional() });

/** Without `organizationName` the account is for a household only. */
export const Signup = z
  .object({
    firstName,
    lastName,
    email,
    password: newPassword,
    organizationName: z
      .string()
      .trim()
      .max(120, "Please use at most 120 characters")
      .regex(/^[^\p{Cc}]*$/u, "Please remove line breaks and control characters")
      .optional()
      .transform((name) => name || undefined),
    /** As reported by the browser; an unknown zone counts as not given. */
    timeZone: z.string().refine(isZone, "Unknown time zone").optional().catch(undefined).meta({ type: "string" }),
  })
  .superRefine(refusePersonalPassword);
export type Signup = z.output<typeof Signup>;

/** The sign-up page also asks what the account is for. */
export const SignupForm = Signup.safeExtend({ kind: z.enum(["business", "household"]).default("business") })
  .superRefine(({ kind, organizationName }, check) => {
    if (kind === "household" || organizationName) return;
    check.addIssue({ code: "custom", path: ["organizationName"], message: "Business name is required" });
  })
  .transform(({ kind, ...signup }) => (kind === "household" ? { ...signup, organizationName: undefined } : signup));

export const Token = z.object({ token });

/** The emailed link that turns off the second step: longer than a token, because it is signed rather than stored. */
export const SignedToken = z.object({
  token: z.string({ error: "Token is required" }).min(1, "Token is required").max(1000, "Token is not valid"),
});

export const typedCode = z
  .string({ error: "Code is required" })
  .trim()
  .min(1, "Code is required")
  .max(40, "Please enter a valid code");

/** The second step of a sign-in: the challenge from the first one, and the app's six digits or a recovery code. */
export const SecondStep = z.object({
  challenge: z.string({ error: "Challenge is required" }).min(1, "Challenge is required").max(1000, "Not a challenge"),
  code: typedCode,
  /** Skips the code in this browser for a month. */
  trust: z.stringbool().or(z.boolean()).optional(),
});
export type SecondStep = z.output<typeof SecondStep>;

export const Challenge = SecondStep.pick({ challenge: true });

/** The page has the challenge in a cookie. */
export const SecondStepForm = SecondStep.omit({ challenge: true });

export const Password = z.object({ currentPassword: typedPassword });

export const Code = z.object({ code: typedCode });

export const SecondStepRule = z.object({
  required: z.stringbool().or(z.boolean()),
  currentPassword: typedPassword,
});
export type SecondStepRule = z.output<typeof SecondStepRule>;

export const RequestReset = z.object({ email });

export const Reset = z.object({ token, password: newPassword });
export type Reset = z.output<typeof Reset>;

export const AcceptInvitation = z
  .object({ token, firstName, lastName, password: newPassword })
  .superRefine(refusePersonalPassword);
export type AcceptInvitation = z.output<typeof AcceptInvitation>;

export const CallbackCode = z.object({ code: token });

export const ChangePassword = z.object({ currentPassword: typedPassword, password: newPassword });
export type ChangePassword = z.output<typeof ChangePassword>;

/** For an action that a hijacked session must not be able to take: the password, and a confirmation word. */
export const LeaveBusiness = z.object({
  currentPassword: typedPassword,
  confirm: z.literal("LEAVE", { error: "Type LEAVE to confirm" }),
});
export type LeaveBusiness = z.output<typeof LeaveBusiness>;

export const DeleteAccount = z.object({
  currentPassword: typedPassword,
  confirm: z.literal("DELETE", { error: "Type DELETE to confirm" }),
});
export type DeleteAccount = z.output<typeof DeleteAccount>;

/** The name is compared in the use case, which knows it. */
export const DeleteBusiness = z.object({
  currentPassword: typedPassword,
  confirm: z
    .string({ error: "Type the name of the business to confirm" })
    .trim()
    .min(1, "Type the name of the business to confirm")
    .max(200),
});
export type DeleteBusiness = z.output<typeof DeleteBusiness>;

export const Names = z.object({ firstName, lastName });
export type Names = z.output<typeof Names>;

/** The time zone of a person's household. */
export const OwnTimeZone = z.object({
  timeZone: z
    .string({ error: "Please choose a time zone from the list" })
    .refine(isZone, "Please choose a time zone from the list"),
});
export type OwnTimeZone = z.output<typeof OwnTimeZone>;

/** The units of a person's gauges, probes and scale. */
export const OwnGaugeUnits = z.object({
  pressure: z.enum(PRESSURE_UNITS, { error: "Choose the unit of pressure" }),
  temperature: z.enum(TEMPERATURE_UNITS, { error: "Choose the unit of temperature" }),
  weight: z.enum(WEIGHT_UNITS, { error: "Choose the unit of weight" }),
});
export type OwnGaugeUnits = z.output<typeof OwnGaugeUnits>;

interface PasswordOwner {
  password: string;
  firstName: string;
  lastName: string;
  email?: string;
}

function refusePersonalPassword(owner: PasswordOwner, check: z.RefinementCtx): void {
  const { password, firstName: first, lastName: last, email: address = "" } = owner;
  const problem = passwordProblem(password, [first, last, `${first} ${last}`, `${first}${last}`, address]);
  // The field already reports problems of the password itself.
  if (problem && !passwordProblem(password)) {
    check.addIssue({ code: "custom", path: ["password"], message: problem });
  }
}
