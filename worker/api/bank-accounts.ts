import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import {
  account,
  archiveAccount,
  createAccount,
  deleteAccount,
  listAccounts,
  setActive,
  updateAccount,
} from "~/domain/finance/accounts/accounts.server";
import { BankAccount, BankAccountChange } from "~/domain/finance/accounts/schema";
import type { HonoEnv } from "../env";
import { AccountAnswer, accountOf } from "./bank-account-shapes";
import { json, jsonRequest, noContent, operation } from "./operation";

const tags = ["Bank accounts"];
const params = z.object({ id: z.string() });

export const bankAccounts = new OpenAPIHono<HonoEnv>();

bankAccounts.openapi(
  operation("person", {
    method: "get",
    path: "/bank-accounts",
    tags,
    summary: "All accounts of the household, archived ones among them",
    responses: { 200: json(z.array(AccountAnswer)) },
  }),
  async (c) => c.json((await listAccounts(c.var.ctx)).map(accountOf), 200),
);

bankAccounts.openapi(
  operation("person", {
    method: "post",
    path: "/bank-accounts",
    tags,
    summary: "Add an account with its starting balance; for a credit account what is owed",
    request: { body: jsonRequest(BankAccount) },
    responses: { 201: json(AccountAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await createAccount(ctx, c.req.valid("json"));
    return c.json(accountOf(await account(ctx, id)), 201);
  },
);

bankAccounts.openapi(
  operation("person", {
    method: "get",
    path: "/bank-accounts/{id}",
    tags,
    summary: "One account",
    request: { params },
    responses: { 200: json(AccountAnswer) },
  }),
  async (c) => c.json(accountOf(await account(c.var.ctx, c.req.valid("param").id)), 200),
);

bankAccounts.openapi(
  operation("person", {
    method: "put",
    path: "/bank-accounts/{id}",
    tags,
    summary: "Change an account; only isActive archives or reactivates it",
    request: { params, body: jsonRequest(BankAccountChange) },
    responses: { 200: json(AccountAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const params = c.req.valid("param");
    const body = c.req.valid("json");
    if ("name" in body) await updateAccount(ctx, params.id, body);
    else await setActive(ctx, params.id, body);
    return c.json(accountOf(await account(ctx, params.id)), 200);
  },
);

bankAccounts.openapi(
  operation("person", {
    method: "delete",
    path: "/bank-accounts/{id}",
    tags,
    summary: "Delete an account with all its transactions and imports",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteAccount(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);

bankAccounts.openapi(
  operation("person", {
    method: "post",
    path: "/bank-accounts/{id}/archive",
    tags,
    summary: "Archive an account: it stays in sight, leaves the totals and takes no new transactions",
    request: { params },
    responses: { 200: json(AccountAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const params = c.req.valid("param");
    await archiveAccount(ctx, params.id);
    return c.json(accountOf(await account(ctx, params.id)), 200);
  },
);
