import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { Challenge, Code, Password, SecondStep, SecondStepRule, SignedToken } from "~/domain/auth/schema";
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
import type { HonoEnv } from "../env";
import { Access, clientInfo, opened } from "./auth";
import { json, jsonRequest, noContent, operation } from "./operation";

const tags = ["Sign-in"];
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).describe("Each works once; shown this once") });

export const secondStep = new OpenAPIHono<HonoEnv>();

secondStep.openapi(
  operation("anyone", {
    method: "post",
    path: "/auth/login/code",
    tags,
    summary: "Finish signing in with the code of an authenticator app or a recovery code",
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
    summary: "Whether two-step verification is on for one's own account",
    responses: {
      200: json(
        z.object({
          since: z.string().nullable().describe("Null while it is off"),
          takesCodes: z.boolean().describe("Codes of an authenticator app; passkeys alone otherwise"),
          removalDueAt: z.string().nullable().describe("When it ends, if somebody lost the app and the codes"),
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
    summary: "Make a secret for an authenticator app; it asks for nothing until it is confirmed",
    request: { body: jsonRequest(Password) },
    responses: {
      200: json(
        z.object({ secret: z.string().describe("Base 32"), uri: z.string().describe("What its QR code says") }),
      ),
    },
  }),
  async (c) => c.json(await beginSecondStep(c.var.ctx, c.req.valid("json").currentPassword, clientInfo(c)), 200),
);

secondStep.openapi(
  operation("person", {
    method: "post",
    path: "/auth/second-step/confirm",
    tags,
    summary: "Turn two-step verification on with a code that the app shows; every other session ends",
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
    summary: "Make new recovery codes; the former ones are dead",
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
    summary: "Turn codes of the authenticator app off; without a passkey, two-step verification as a whole",
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
    summary: "Keep two-step verification on although it was asked to end",
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
    summary: "Whether the business asks its Admins for two-step verification",
    responses: {
      200: json(z.object({ required: z.boolean(), adminsWithout: z.int().describe("Admins who have none yet") })),
    },
  }),
  async (c) => c.json(await readSecondStepRule(c.var.ctx), 200),
);

secondStep.openapi(
  operation("admin", {
    method: "put",
    path: "/auth/second-step/rule",
    tags,
    summary: "Ask the business's Admins for two-step verification, or no longer",
    description: "An Admin without it then reaches nothing of the business until it is on. Whoever asks for it has it.",
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
    summary: "Request an email with a link that turns two-step verification off, for who lost the app and the codes",
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
    summary: "Turn two-step verification off in three days with the token from an email, unless a code signs in before",
    request: { body: jsonRequest(SignedToken) },
    responses: { 200: json(z.object({ dueAt: z.string() })) },
  }),
  async (c) => c.json(await scheduleRemoval(c.var.ctx, c.req.valid("json").token), 200),
);
