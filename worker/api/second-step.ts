import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { Challenge, Code, SecondStep, SecondStepRule, SignedToken } from "~/domain/auth/schema";
import {
  beginSecondStep,
  ownSecondStep,
  renewRecoveryCodes,
  turnOffSecondStep,
  turnOnSecondStep,
} from "~/domain/auth/second-step/change.server";
import { keepOwnSecondStep, requestRemoval, scheduleRemoval } from "~/domain/auth/second-step/lost.server";
import { SecondStepChange } from "~/domain/auth/second-step/schema";
import { takeSecondStep } from "~/domain/auth/second-step/sign-in-step.server";
import { readSecondStepRule, setSecondStepRule } from "~/domain/people/second-step-rule.server";
import { Access, clientInfo, opened } from "./auth";
import { json, jsonRequest, noContent, operation } from "./operation";

const tags = ["Sign-in"];
const RecoveryCodes = z.object({
  recoveryCodes: z.array(z.string()).describe("Each code works once; returned this once only"),
});

export const secondStep = new OpenAPIHono<HonoEnv>();

secondStep.openapi(
  operation("anyone", {
    method: "post",
    path: "/auth/login/code",
    tags,
    summary: "Sign in with a two-step verification code",
    description: "The second step after the password: a code from an authenticator app or a recovery code.",
    request: { body: jsonRequest(SecondStep) },
    responses: { 200: json(Access) },
  }),
  async (c) => c.json(await opened(c, await takeSecondStep(c.var.ctx, c.req.valid("json"), clientInfo(c))), 200),
);

secondStep.openapi(
  operation("person", {
    method: "get",
    path: "/auth/second-step",
    tags,
    summary: "Get your two-step verification",
    responses: {
      200: json(
        z.object({
          since: z.string().nullable().describe("When it was turned on; null while it is off"),
          takesCodes: z
            .boolean()
            .describe("True if codes from an authenticator app are accepted; otherwise only passkeys are"),
          removalDueAt: z
            .string()
            .nullable()
            .describe("When two-step verification turns off, if its removal was requested"),
          recoveryCodesLeft: z.int(),
        }),
      ),
    },
  }),
  async (c) => c.json(await ownSecondStep(c.var.ctx), 200),
);

secondStep.openapi(
  operation("person", {
    method: "post",
    path: "/auth/second-step",
    tags,
    summary: "Create a secret for an authenticator app",
    description:
      "Codes are accepted once the first one is confirmed. If you have passkeys, this takes a recovery code or a passkey as well as the password.",
    request: { body: jsonRequest(SecondStepChange) },
    responses: {
      200: json(
        z.object({
          secret: z.string().describe("Base32"),
          uri: z.string().describe("The `otpauth` URI to show as a QR code"),
        }),
      ),
    },
  }),
  async (c) => c.json(await beginSecondStep(c.var.ctx, c.req.valid("json"), clientInfo(c)), 200),
);

secondStep.openapi(
  operation("person", {
    method: "post",
    path: "/auth/second-step/confirm",
    tags,
    summary: "Turn on two-step verification",
    description: "Takes a code that the app shows. Every other session ends.",
    request: { body: jsonRequest(Code) },
    responses: { 200: json(RecoveryCodes) },
  }),
  async (c) => c.json(await turnOnSecondStep(c.var.ctx, c.req.valid("json").code), 200),
);

secondStep.openapi(
  operation("person", {
    method: "post",
    path: "/auth/second-step/recovery-codes",
    tags,
    summary: "Create new recovery codes",
    description: "The previous ones stop working.",
    request: { body: jsonRequest(SecondStepChange) },
    responses: { 200: json(RecoveryCodes) },
  }),
  async (c) => c.json(await renewRecoveryCodes(c.var.ctx, c.req.valid("json"), clientInfo(c)), 200),
);

secondStep.openapi(
  operation("person", {
    method: "post",
    path: "/auth/second-step/turn-off",
    tags,
    summary: "Turn off the authenticator app",
    description: "Without a passkey, this turns off two-step verification.",
    request: { body: jsonRequest(SecondStepChange) },
    responses: { 204: noContent },
  }),
  async (c) => {
    await turnOffSecondStep(c.var.ctx, c.req.valid("json"), clientInfo(c));
    return c.body(null, 204);
  },
);

secondStep.openapi(
  operation("person", {
    method: "post",
    path: "/auth/second-step/keep",
    tags,
    summary: "Cancel the removal of your two-step verification",
    description: "For a removal that was requested by email.",
    responses: { 204: noContent },
  }),
  async (c) => {
    await keepOwnSecondStep(c.var.ctx);
    return c.body(null, 204);
  },
);

secondStep.openapi(
  operation("admin", {
    method: "get",
    path: "/auth/second-step/rule",
    tags,
    summary: "Get whether Admins need two-step verification",
    responses: {
      200: json(
        z.object({
          required: z.boolean(),
          adminsWithout: z.int().describe("Number of Admins who do not have two-step verification yet"),
        }),
      ),
    },
  }),
  async (c) => c.json(await readSecondStepRule(c.var.ctx), 200),
);

secondStep.openapi(
  operation("admin", {
    method: "put",
    path: "/auth/second-step/rule",
    tags,
    summary: "Set whether Admins need two-step verification",
    description:
      "An Admin without it then has no access to the business until it is on. To require it, you need it yourself.",
    request: { body: jsonRequest(SecondStepRule) },
    responses: { 204: noContent },
  }),
  async (c) => {
    await setSecondStepRule(c.var.ctx, c.req.valid("json"), clientInfo(c));
    return c.body(null, 204);
  },
);

secondStep.openapi(
  operation("anyone", {
    method: "post",
    path: "/auth/login/code/lost",
    tags,
    summary: "Request the removal of two-step verification",
    description: "For a user who lost the app and the recovery codes. Emails a link.",
    request: { body: jsonRequest(Challenge) },
    responses: { 202: json(z.object({ message: z.string() })) },
  }),
  async (c) => {
    await requestRemoval(c.var.ctx, c.req.valid("json").challenge);
    return c.json({ message: "We sent you a link." }, 202);
  },
);

secondStep.openapi(
  operation("anyone", {
    method: "post",
    path: "/auth/second-step/remove",
    tags,
    summary: "Schedule the removal of two-step verification",
    description:
      "Takes the token from an email. It turns off in three days, unless the user signs in with a code before then.",
    request: { body: jsonRequest(SignedToken) },
    responses: { 200: json(z.object({ dueAt: z.string() })) },
  }),
  async (c) => {
    const { dueAt } = await scheduleRemoval(c.var.ctx, c.req.valid("json").token);
    return c.json({ dueAt }, 200);
  },
);
