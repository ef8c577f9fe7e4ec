import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { GRACE_DAYS } from "~/domain/account-deletion/account-deletion";
import { cancelDeletion, requestDeletion } from "~/domain/account-deletion/request.server";
import type { Browser, SignedIn } from "~/domain/auth/account.server";
import { exchangeCallbackCode } from "~/domain/auth/callback.server";
import {
  bearerToken,
  clearedCookies,
  credentialCookies,
  deviceCookieName,
  flowCookieName,
  readCookie,
  readRefreshToken,
  refreshCookies,
} from "~/domain/auth/cookies";
import { issueEventToken } from "~/domain/auth/event-token.server";
import { requestReset, resetPassword } from "~/domain/auth/password/reset.server";
import { endOwnSession, ownProfile, ownSessions } from "~/domain/auth/profile.server";
import { refresh } from "~/domain/auth/refresh.server";
import {
  AcceptInvitation,
  CallbackCode,
  DeleteAccount,
  DeleteBusiness,
  LeaveBusiness,
  Login,
  OwnGaugeUnits,
  RequestReset,
  Reset,
  Signup,
  Token,
} from "~/domain/auth/schema";
import { CHALLENGE_SECONDS } from "~/domain/auth/second-step/challenge.server";
import { accessToken, accessTokenSeconds } from "~/domain/auth/session.server";
import { signIn } from "~/domain/auth/sign-in.server";
import { signOut } from "~/domain/auth/sign-out.server";
import { BUSINESS_GRACE_DAYS } from "~/domain/business-deletion/business-deletion";
import { cancelBusinessDeletion, requestBusinessDeletion } from "~/domain/business-deletion/request.server";
import { acceptInvitation, joinBusiness, validateInvitation } from "~/domain/people/accept-invitation.server";
import { leaveBusiness } from "~/domain/people/leave-business.server";
import { setOwnGaugeUnits } from "~/domain/people/own-profile.server";
import { activate, signUp } from "~/domain/people/sign-up.server";
import { DomainError } from "~/domain/shared/errors";
import { roles } from "~/domain/shared/permissions";
import { json, jsonRequest, noContent, operation, whole } from "./operation";

const tags = ["Sign-in"];
export const Access = z.object({ access_token: z.string(), token_type: z.literal("Bearer"), expires_in: z.number() });
const Challenge = z.object({ challenge: z.string(), expires_in: z.int().describe("Lifetime in seconds") });
const Message = z.object({ message: z.string() });
const Roles = z.array(z.enum(roles));

export const auth = new OpenAPIHono<HonoEnv>();

auth.openapi(
  operation("anyone", {
    method: "post",
    path: "/auth/login",
    tags,
    summary: "Sign in with email and password",
    description: "A 202 means that a second step is needed: the code of two-step verification, or a passkey.",
    request: { body: jsonRequest(Login) },
    responses: { 200: json(Access), 202: json(Challenge) },
  }),
  async (c) => {
    const { session, challenge } = await signIn(c.var.ctx, c.req.valid("json"), clientInfo(c));
    if (session) return c.json(await opened(c, session), 200);
    return c.json({ challenge, expires_in: CHALLENGE_SECONDS }, 202);
  },
);

auth.openapi(
  operation("person", {
    method: "get",
    path: "/auth/profile",
    tags,
    summary: "Get your profile",
    responses: {
      200: json(
        z.object({
          id: z.string(),
          firstName: z.string(),
          lastName: z.string(),
          email: z.string(),
          roles: Roles,
          legacyRole: z.enum(roles).nullable(),
          role: z.enum(roles).nullable(),
          permissions: z.array(z.string()).nullable(),
          timeZone: z.string().nullable().describe("IANA time zone that decides the household's days; null if unknown"),
          gaugeUnits: OwnGaugeUnits.describe(
            "The units that screens show readings in; the API always uses psig, °F and lb",
          ),
          organization: z.object({ id: z.string(), name: z.string(), timeZone: z.string() }).nullable(),
          technicianId: z.string().nullable(),
        }),
      ),
    },
  }),
  async (c) => c.json(await ownProfile(c.var.ctx), 200),
);

auth.openapi(
  operation("person", {
    method: "put",
    path: "/auth/profile/gauge-units",
    tags,
    summary: "Set the units your screens show readings in",
    request: { body: jsonRequest(OwnGaugeUnits) },
    responses: { 200: json(OwnGaugeUnits) },
  }),
  async (c) => c.json(await setOwnGaugeUnits(c.var.ctx, c.req.valid("json")), 200),
);

auth.openapi(
  operation("person", {
    method: "get",
    path: "/auth/sessions",
    tags,
    summary: "List your sessions",
    description: "Most recently used first.",
    responses: {
      200: json(
        z.object({
          items: z.array(
            z.object({
              id: z.string(),
              device: z.string().describe("Browser and operating system, such as `Chrome on Windows`"),
              network: z.string().describe("The IP address last used, without its last part"),
              createdAt: z.string(),
              lastSeenAt: z.string(),
              current: z.boolean(),
            }),
          ),
          nextCursor: z.null(),
          total: z.int(),
        }),
      ),
    },
  }),
  async (c) => c.json(whole(await ownSessions(c.var.ctx)), 200),
);

auth.openapi(
  operation("person", {
    method: "delete",
    path: "/auth/sessions/{id}",
    tags,
    summary: "End one of your sessions",
    description: "Its cookies, tokens and live connections stop working.",
    request: { params: z.object({ id: z.string().max(64) }) },
    responses: { 204: noContent },
  }),
  async (c) => {
    await endOwnSession(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);

auth.openapi(
  operation("anyone", {
    method: "post",
    path: "/auth/refresh",
    tags,
    summary: "Refresh an access token",
    description: "Exchanges the refresh cookie for a new access token and a new refresh cookie.",
    responses: { 200: json(Access) },
  }),
  async (c) => {
    try {
      const next = await refresh(c.var.ctx, readRefreshToken(c.req.raw));
      if (next.refreshToken) setCookies(c, refreshCookies(c.req.raw, next.refreshToken));
      return c.json(await bearer(c, next.sessionId), 200);
    } catch (error) {
      if (error instanceof DomainError && error.code === "unauthenticated") setCookies(c, clearedCookies(c.req.raw));
      throw error;
    }
  },
);

auth.openapi(
  operation("work_orders.read", {
    method: "post",
    path: "/auth/event-token",
    tags,
    summary: "Create a ticket for the live connection",
    description: "Good for one connection at /api/events.",
    responses: {
      200: json(
        z.object({
          event_token: z.string(),
          expires_in: z.int().describe("Lifetime in seconds"),
          token_type: z.literal("event"),
        }),
      ),
    },
  }),
  async (c) => c.json(await issueEventToken(c.var.ctx), 200),
);

auth.openapi(
  operation("anyone", {
    method: "post",
    path: "/auth/signup",
    tags,
    summary: "Sign up a business or a household",
    description: "A business with its first Admin, or a household if `organizationName` is omitted.",
    request: { body: jsonRequest(Signup) },
    responses: { 202: json(Message) },
  }),
  async (c) => {
    await signUp(c.var.ctx, c.req.valid("json"));
    return c.json({ message: "Check your email for a link to activate your account." }, 202);
  },
);

auth.openapi(
  operation("anyone", {
    method: "post",
    path: "/auth/activate",
    tags,
    summary: "Activate an account",
    description: "Takes the token from its email.",
    request: { body: jsonRequest(Token) },
    responses: { 200: json(z.object({ email: z.string() })) },
  }),
  async (c) => {
    const { email } = await activate(c.var.ctx, c.req.valid("json").token);
    return c.json({ email }, 200);
  },
);

auth.openapi(
  operation("anyone", {
    method: "post",
    path: "/auth/request-reset",
    tags,
    summary: "Request a password reset",
    description: "Emails a link for it.",
    request: { body: jsonRequest(RequestReset) },
    responses: { 202: json(Message) },
  }),
  async (c) => {
    await requestReset(c.var.ctx, c.req.valid("json").email);
    return c.json({ message: "If this address has an account, we sent it a link to choose a new password." }, 202);
  },
);

auth.openapi(
  operation("anyone", {
    method: "post",
    path: "/auth/reset",
    tags,
    summary: "Reset a password",
    description: "Takes the token from an email. All sessions end.",
    request: { body: jsonRequest(Reset) },
    responses: { 200: json(z.object({ email: z.string() })) },
  }),
  async (c) => c.json(await resetPassword(c.var.ctx, c.req.valid("json")), 200),
);

auth.openapi(
  operation("anyone", {
    method: "post",
    path: "/auth/validate-invitation",
    tags,
    summary: "Validate an invitation",
    description: "Takes its token.",
    request: { body: jsonRequest(Token) },
    responses: {
      200: json(
        z.object({
          email: z.string(),
          firstName: z.string(),
          lastName: z.string(),
          roles: Roles,
          organization: z.object({ name: z.string() }),
          hasAccount: z
            .boolean()
            .describe(
              "True if the invited person already has an account, and signs in to join instead of choosing a password",
            ),
        }),
      ),
    },
  }),
  async (c) => c.json(await validateInvitation(c.var.ctx, c.req.valid("json").token), 200),
);

auth.openapi(
  operation("anyone", {
    method: "post",
    path: "/auth/accept-invitation",
    tags,
    summary: "Accept an invitation with a new account",
    description: "Takes a name and a password, and signs in.",
    request: { body: jsonRequest(AcceptInvitation) },
    responses: { 200: json(Access) },
  }),
  async (c) => c.json(await opened(c, await acceptInvitation(c.var.ctx, c.req.valid("json"), clientInfo(c))), 200),
);

auth.openapi(
  operation("anyone", {
    method: "get",
    path: "/auth/callback",
    tags,
    summary: "Complete an external sign-in",
    description:
      "Exchanges its one-time code, which is valid for one minute in the browser that started the sign-in. A 202 means that a second step is needed, as for a password.",
    request: { query: CallbackCode },
    responses: { 200: json(Access), 202: json(Challenge) },
  }),
  async (c) => {
    const browser = { ...clientInfo(c), flow: readCookie(c.req.raw, flowCookieName(c.req.raw)) };
    const { session, challenge } = await exchangeCallbackCode(c.var.ctx, c.req.valid("query").code, browser);
    if (session) return c.json(await opened(c, session), 200);
    return c.json({ challenge, expires_in: CHALLENGE_SECONDS }, 202);
  },
);

auth.openapi(
  operation("anyone", {
    method: "post",
    path: "/auth/sign-out",
    tags,
    summary: "Sign out",
    description: "Ends the session and its tokens.",
    responses: { 204: noContent },
  }),
  async (c) => {
    await signOut(c.var.ctx, readRefreshToken(c.req.raw).token);
    setCookies(c, clearedCookies(c.req.raw));
    return c.body(null, 204);
  },
);

auth.openapi(
  operation("person", {
    method: "post",
    path: "/auth/join-organization",
    tags,
    summary: "Accept an invitation with your account",
    description: "Your household remains yours.",
    request: { body: jsonRequest(Token) },
    responses: { 200: json(z.object({ organization: z.object({ name: z.string() }), roles: Roles })) },
  }),
  async (c) => {
    const { orgName, rights } = await joinBusiness(c.var.ctx, c.req.valid("json").token);
    return c.json({ organization: { name: orgName }, roles: [...rights.roles] }, 200);
  },
);

auth.openapi(
  operation("person", {
    method: "post",
    path: "/auth/leave-organization",
    tags,
    summary: "Leave your business",
    description: "Its records of your work stay with the business.",
    request: { body: jsonRequest(LeaveBusiness) },
    responses: { 204: noContent },
  }),
  async (c) => {
    await leaveBusiness(c.var.ctx, c.req.valid("json"), clientInfo(c));
    return c.body(null, 204);
  },
);

const Deletion = z.object({ dueAt: z.string().describe("The time from which it can no longer be canceled") });

auth.openapi(
  operation("person", {
    method: "post",
    path: "/auth/deletion",
    tags,
    summary: "Delete your account and household",
    description: `They are deleted after ${GRACE_DAYS} days, in which you can cancel it.`,
    request: { body: jsonRequest(DeleteAccount) },
    responses: { 202: json(Deletion) },
  }),
  async (c) => c.json(await requestDeletion(c.var.ctx, c.req.valid("json"), clientInfo(c)), 202),
);

auth.openapi(
  operation("person", {
    method: "delete",
    path: "/auth/deletion",
    tags,
    summary: "Cancel the deletion of your account and household",
    responses: { 204: noContent },
  }),
  async (c) => {
    await cancelDeletion(c.var.ctx);
    return c.body(null, 204);
  },
);

auth.openapi(
  operation("admin", {
    method: "post",
    path: "/organization/deletion",
    tags,
    summary: "Delete the business",
    description: `All of its records are deleted after ${BUSINESS_GRACE_DAYS} days, in which an Admin can cancel it.`,
    request: { body: jsonRequest(DeleteBusiness) },
    responses: { 202: json(Deletion) },
  }),
  async (c) => c.json(await requestBusinessDeletion(c.var.ctx, c.req.valid("json"), clientInfo(c)), 202),
);

auth.openapi(
  operation("admin", {
    method: "delete",
    path: "/organization/deletion",
    tags,
    summary: "Cancel the deletion of the business",
    responses: { 204: noContent },
  }),
  async (c) => {
    await cancelBusinessDeletion(c.var.ctx);
    return c.body(null, 204);
  },
);

/** A browser's new session replaces the one in its cookie; a client with a token may hold any number of sessions. */
export function clientInfo(c: Context<HonoEnv>): Browser {
  const { actor } = c.var.ctx;
  const byCookie = actor.kind === "person" && !bearerToken(c.req.raw);
  return {
    device: readCookie(c.req.raw, deviceCookieName(c.req.raw)),
    replaces: byCookie ? actor.sessionId : null,
  };
}

/** Sets the same cookies as the sign-in page, so that both sign-ins open pages and API. */
export async function opened(c: Context<HonoEnv>, session: SignedIn) {
  setCookies(c, credentialCookies(c.req.raw, session));
  return bearer(c, session.sessionId);
}

async function bearer(c: Context<HonoEnv>, sessionId: string): Promise<z.output<typeof Access>> {
  const token = await accessToken(c.var.ctx, sessionId);
  return { access_token: token, token_type: "Bearer", expires_in: accessTokenSeconds };
}

function setCookies(c: Context<HonoEnv>, cookies: string[]): void {
  for (const each of cookies) c.header("Set-Cookie", each, { append: true });
}
