import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { passkeyCookieName, passkeyMark, readCookie } from "~/domain/auth/cookies";
import {
  addPasskey,
  beginPasskey,
  ownPasskeys,
  removePasskey,
  renamePasskey,
} from "~/domain/auth/passkeys/change.server";
import { MAX_PASSKEYS } from "~/domain/auth/passkeys/passkey";
import {
  NewPasskey,
  PasskeyName,
  PasskeySignIn,
  PasskeySignInStart,
  PasskeyStart,
} from "~/domain/auth/passkeys/schema";
import { askForSignIn, signInWithPasskey } from "~/domain/auth/passkeys/sign-in.server";
import { RECENT_AUTHENTICATION_MINUTES, reauthenticate } from "~/domain/auth/reauthentication.server";
import { askForOwnPasskey } from "~/domain/auth/second-step/accept-second-step.server";
import { Proof, SecondStepChange } from "~/domain/auth/second-step/schema";
import { DomainError, invalidField } from "~/domain/shared/errors";
import { Access, clientInfo, opened } from "./auth";
import { json, jsonRequest, noContent, operation, whole } from "./operation";

const tags = ["Sign-in"];
const Token = z.string().describe("Send it back with the browser's response, once and within five minutes");
const descriptors = z.array(z.object({ id: z.string(), type: z.literal("public-key") }));
const params = z.object({ id: z.string().max(64) });

const RequestOptions = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    allowCredentials: descriptors,
    userVerification: z.literal("required"),
    timeout: z.int().describe("Milliseconds"),
  })
  .describe("The argument of `PublicKeyCredential.parseRequestOptionsFromJSON`");

const CreationOptions = z
  .object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.int() })),
    timeout: z.int().describe("Milliseconds"),
    attestation: z.literal("none"),
    excludeCredentials: descriptors,
    authenticatorSelection: z.object({
      residentKey: z.literal("required"),
      requireResidentKey: z.literal(true),
      userVerification: z.literal("required"),
    }),
  })
  .describe("The argument of `PublicKeyCredential.parseCreationOptionsFromJSON`");

export const passkeys = new OpenAPIHono<HonoEnv>();

passkeys.openapi(
  operation("anyone", {
    method: "post",
    path: "/auth/login/passkey/options",
    tags,
    summary: "Create the options of a passkey sign-in",
    description:
      "For signing in, or for the second step after a password. Sets a cookie; the response is accepted only from the same browser.",
    request: { body: jsonRequest(PasskeySignInStart) },
    responses: { 200: json(z.object({ options: RequestOptions, token: Token })) },
  }),
  async (c) => {
    const { mark, setCookie } = passkeyMark(c.req.raw, c.var.ctx.newToken);
    c.header("Set-Cookie", setCookie, { append: true });
    return c.json(await askForSignIn(c.var.ctx, c.req.valid("json"), mark), 200);
  },
);

passkeys.openapi(
  operation("anyone", {
    method: "post",
    path: "/auth/login/passkey",
    tags,
    summary: "Sign in with a passkey",
    request: { body: jsonRequest(PasskeySignIn) },
    responses: { 200: json(Access) },
  }),
  async (c) => {
    const from = readCookie(c.req.raw, passkeyCookieName(c.req.raw)) ?? "";
    const session = await signInWithPasskey(c.var.ctx, c.req.valid("json"), { browser: clientInfo(c), from });
    return c.json(await opened(c, session), 200);
  },
);

passkeys.openapi(
  operation("person", {
    method: "get",
    path: "/auth/passkeys",
    tags,
    summary: "List your passkeys",
    responses: {
      200: json(
        z.object({
          items: z.array(
            z.object({
              id: z.string(),
              name: z.string(),
              isSynced: z.boolean().describe("True if a password manager keeps it on more than one device"),
              createdAt: z.string(),
              lastUsedAt: z.string().nullable(),
            }),
          ),
          nextCursor: z.null(),
          total: z.int(),
        }),
      ),
    },
  }),
  async (c) => c.json(whole(await ownPasskeys(c.var.ctx)), 200),
);

passkeys.openapi(
  operation("person", {
    method: "post",
    path: "/auth/passkeys/options",
    tags,
    summary: "Create the options of a new passkey",
    description: "Takes the password and, while two-step verification is on, a code or a passkey.",
    request: { body: jsonRequest(PasskeyStart) },
    responses: { 200: json(z.object({ options: CreationOptions, token: Token })) },
  }),
  async (c) => {
    return c.json(await beginPasskey(c.var.ctx, c.req.valid("json"), clientInfo(c)), 200);
  },
);

passkeys.openapi(
  operation("person", {
    method: "post",
    path: "/auth/passkeys",
    tags,
    summary: "Create a passkey",
    description: `Takes the passkey that a browser created. You can have at most ${MAX_PASSKEYS}. If this turns on two-step verification, your other sessions end and the response contains recovery codes.`,
    request: { body: jsonRequest(NewPasskey) },
    responses: {
      201: json(
        z.object({
          id: z.string(),
          recoveryCodes: z.array(z.string()).nullable().describe("Each code works once; returned this once only"),
        }),
      ),
    },
  }),
  async (c) => c.json(await addPasskey(c.var.ctx, c.req.valid("json")), 201),
);

passkeys.openapi(
  operation("person", {
    method: "post",
    path: "/auth/proof/options",
    tags,
    summary: "Create the options of an identity check with a passkey",
    responses: { 200: json(z.object({ options: RequestOptions, token: Token })) },
  }),
  async (c) => {
    const prompt = await askForOwnPasskey(c.var.ctx);
    if (!prompt) throw new DomainError("conflict", "You have no passkey. Use your password.");
    return c.json(prompt, 200);
  },
);

passkeys.openapi(
  operation("person", {
    method: "post",
    path: "/auth/proof",
    tags,
    summary: "Confirm your identity",
    description: `By password, code or passkey. Changing roles, permissions or the account that card payments go to, inviting Admins and ending other sessions are rejected with 403 and \`reauthenticationRequired\` unless you signed in or confirmed your identity within the last ${RECENT_AUTHENTICATION_MINUTES} minutes.`,
    request: { body: jsonRequest(Proof) },
    responses: { 204: noContent },
  }),
  async (c) => {
    const proof = c.req.valid("json");
    if (Object.keys(proof).length === 0) throw invalidField("currentPassword", "Enter your current password");
    await reauthenticate(c.var.ctx, proof, clientInfo(c));
    return c.body(null, 204);
  },
);

passkeys.openapi(
  operation("person", {
    method: "patch",
    path: "/auth/passkeys/{id}",
    tags,
    summary: "Rename a passkey",
    request: { params, body: jsonRequest(PasskeyName) },
    responses: { 204: noContent },
  }),
  async (c) => {
    await renamePasskey(c.var.ctx, c.req.valid("param").id, c.req.valid("json").name);
    return c.body(null, 204);
  },
);

passkeys.openapi(
  operation("person", {
    method: "post",
    path: "/auth/passkeys/{id}/remove",
    tags,
    summary: "Delete a passkey",
    description:
      "Without another passkey or an authenticator app, the password alone signs in again, so the last one takes a code or a passkey as well.",
    request: { params, body: jsonRequest(SecondStepChange) },
    responses: { 204: noContent },
  }),
  async (c) => {
    await removePasskey(c.var.ctx, c.req.valid("param").id, { ...c.req.valid("json"), browser: clientInfo(c) });
    return c.body(null, 204);
  },
);
