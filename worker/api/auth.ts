import type { Context } from "hono";
import { z } from "zod";
import { exchangeCallbackCode } from "~/domain/auth/callback.server";
import {
  clearedCookies,
  credentialCookies,
  deviceCookieName,
  flowCookieName,
  readCookie,
  refreshCookie,
  refreshCookieName,
} from "~/domain/auth/cookies";
import { eventTokenSeconds, issueEventToken } from "~/domain/auth/event-token.server";
import { ownProfile } from "~/domain/auth/profile.queries.server";
import { refresh } from "~/domain/auth/refresh.server";
import { requestReset, resetPassword } from "~/domain/auth/reset.server";
import { AcceptInvitation, CallbackCode, Login, RequestReset, Reset, Signup, Token } from "~/domain/auth/schema";
import { accessToken, accessTokenSeconds } from "~/domain/auth/session.server";
import { type SignedIn, signIn } from "~/domain/auth/sign-in.server";
import { signOut } from "~/domain/auth/sign-out.server";
import { activate, signUp } from "~/domain/auth/sign-up.server";
import { acceptInvitation, validateInvitation } from "~/domain/people/acceptance.server";
import { DomainError } from "~/domain/shared/errors";
import { roles } from "~/domain/shared/permissions";
import type { HonoEnv } from "../hono";
import { type Endpoint, endpoint } from "./endpoint";

const tag = "Sign-in";
const Access = z.object({ access_token: z.string(), token_type: z.literal("Bearer"), expires_in: z.number() });
const Told = z.object({ message: z.string() });
const Roles = z.array(z.enum(roles));

export const auth: Endpoint[] = [
  endpoint({
    method: "post",
    path: "/auth/login",
    tag,
    summary: "Sign in with email and password",
    public: true,
    body: Login,
    answer: Access,
    run: async ({ ctx, body, c }) => opened(c, await signIn(ctx, body, clientInfo(c))),
  }),
  endpoint({
    method: "get",
    path: "/auth/profile",
    tag,
    summary: "Who is signed in",
    answer: z.object({
      id: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      roles: Roles,
      legacyRole: z.enum(roles).nullable(),
      role: z.enum(roles).nullable(),
      permissions: z.array(z.string()).nullable(),
      organization: z.object({ id: z.string(), name: z.string(), timeZone: z.string() }).nullable(),
      technicianId: z.string().nullable(),
    }),
    run: ({ ctx }) => ownProfile(ctx),
  }),
  endpoint({
    method: "post",
    path: "/auth/refresh",
    tag,
    summary: "A new access token for the refresh cookie, which is exchanged as well",
    public: true,
    answer: Access,
    run: async ({ ctx, c }) => {
      try {
        const next = await refresh(ctx, readCookie(c.req.raw, refreshCookieName(c.req.raw)));
        if (next.refreshToken) setCookies(c, [refreshCookie(c.req.raw, next.refreshToken)]);
        return await bearer(c, next.sessionId);
      } catch (error) {
        if (error instanceof DomainError && error.code === "unauthenticated") setCookies(c, clearedCookies(c.req.raw));
        throw error;
      }
    },
  }),
  endpoint({
    method: "post",
    path: "/auth/event-token",
    tag,
    summary: "A one-use ticket for the live connection at /api/events",
    answer: z.object({
      event_token: z.string(),
      expires_in: z.literal(eventTokenSeconds),
      token_type: z.literal("event"),
    }),
    run: ({ ctx }) => issueEventToken(ctx),
  }),
  endpoint({
    method: "post",
    path: "/auth/signup",
    tag,
    summary: "Sign up a business with its first Admin, or a household where organizationName is absent",
    public: true,
    body: Signup,
    status: 202,
    answer: Told,
    run: async ({ ctx, body }) => {
      await signUp(ctx, body);
      return { message: "Check your mail: the link in it activates your account." };
    },
  }),
  endpoint({
    method: "post",
    path: "/auth/activate",
    tag,
    summary: "Activate an account by the token of its mail",
    public: true,
    body: Token,
    answer: z.object({ email: z.string() }),
    run: ({ ctx, body }) => activate(ctx, body.token),
  }),
  endpoint({
    method: "post",
    path: "/auth/request-reset",
    tag,
    summary: "Ask for a mail with a link to choose a new password",
    public: true,
    body: RequestReset,
    status: 202,
    answer: Told,
    run: async ({ ctx, body }) => {
      await requestReset(ctx, body.email);
      return { message: "If this address has an account, a mail with a link is on its way." };
    },
  }),
  endpoint({
    method: "post",
    path: "/auth/reset",
    tag,
    summary: "Set a new password by the token of a mail; every session ends",
    public: true,
    body: Reset,
    answer: z.object({ email: z.string() }),
    run: ({ ctx, body }) => resetPassword(ctx, body),
  }),
  endpoint({
    method: "post",
    path: "/auth/validate-invitation",
    tag,
    summary: "What an invitation's token stands for",
    public: true,
    body: Token,
    answer: z.object({
      email: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      roles: Roles,
      organization: z.object({ name: z.string() }),
    }),
    run: ({ ctx, body }) => validateInvitation(ctx, body.token),
  }),
  endpoint({
    method: "post",
    path: "/auth/accept-invitation",
    tag,
    summary: "Join a business by an invitation, with a name and a password, and sign in",
    public: true,
    body: AcceptInvitation,
    answer: Access,
    run: async ({ ctx, body, c }) => opened(c, await acceptInvitation(ctx, body, clientInfo(c))),
  }),
  endpoint({
    method: "get",
    path: "/auth/callback",
    tag,
    summary: "Exchange the one-use code of a sign-in elsewhere; it works for a minute in the browser that began it",
    public: true,
    query: CallbackCode,
    answer: Access,
    run: async ({ ctx, query, c }) => {
      const flow = readCookie(c.req.raw, flowCookieName(c.req.raw));
      return opened(c, await exchangeCallbackCode(ctx, query.code, { ...clientInfo(c), flow }));
    },
  }),
  endpoint({
    method: "post",
    path: "/auth/sign-out",
    tag,
    summary: "End the session and every credential bound to it",
    public: true,
    status: 204,
    run: async ({ ctx, c }) => {
      await signOut(ctx, readCookie(c.req.raw, refreshCookieName(c.req.raw)));
      setCookies(c, clearedCookies(c.req.raw));
    },
  }),
];

function clientInfo(c: Context<HonoEnv>) {
  return { device: readCookie(c.req.raw, deviceCookieName(c.req.raw)) };
}

/** The same cookies as the sign-in page sets, so that either way in opens pages and API. */
async function opened(c: Context<HonoEnv>, session: SignedIn) {
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
