import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { removeAddress, updateAddress } from "~/domain/addresses/change.server";
import { findAddress, formattedAddress, listAddresses } from "~/domain/addresses/find.server";
import { PRECISIONS, VERDICTS } from "~/domain/addresses/geocode";
import { autocompleteAddress, searchAddresses, verifyAddress } from "~/domain/addresses/geocode.server";
import {
  Address,
  AddressFilter,
  AddressPatch,
  AutocompleteInput,
  FoundPlaceAnswer,
  NewAddressOf,
  SearchInput,
  VerifyInput,
} from "~/domain/addresses/schema";
import { addAddress } from "~/domain/customers/add-address.server";
import { json, jsonRequest, noContent, operation } from "./operation";

const tags = ["Addresses"];
const params = z.object({ id: z.uuid() });

const Places = z.array(FoundPlaceAnswer);
const Verified = z.object({
  verdict: z.enum(VERDICTS),
  address: z.object({
    line1: z.string(),
    line2: z.string().nullable(),
    city: z.string(),
    state: z.string(),
    postalCode: z.string(),
  }),
  formatted: z.string(),
  messages: z.array(z.string()),
  location: z.object({ latitude: z.number(), longitude: z.number(), precision: z.enum(PRECISIONS) }).nullable(),
});

export const addresses = new OpenAPIHono<HonoEnv>();

addresses.openapi(
  operation("customers.read", {
    method: "post",
    path: "/addresses/autocomplete",
    tags,
    summary: "Autocomplete an address",
    request: { body: jsonRequest(AutocompleteInput) },
    responses: { 200: json(z.object({ suggestions: Places })) },
  }),
  async (c) => c.json(await autocompleteAddress(c.var.ctx, c.req.valid("json")), 200),
);

addresses.openapi(
  operation("customers.read", {
    method: "post",
    path: "/addresses/verify",
    tags,
    summary: "Validate an address against its ZIP code",
    description: "`precision` states how exact `location` is.",
    request: { body: jsonRequest(VerifyInput) },
    responses: { 200: json(Verified) },
  }),
  async (c) => c.json(await verifyAddress(c.var.ctx, c.req.valid("json")), 200),
);

addresses.openapi(
  operation("customers.read", {
    method: "post",
    path: "/addresses/search",
    tags,
    summary: "Search for places of the given types",
    request: { body: jsonRequest(SearchInput) },
    responses: { 200: json(z.object({ results: Places })) },
  }),
  async (c) => c.json(await searchAddresses(c.var.ctx, c.req.valid("json")), 200),
);

addresses.openapi(
  operation("customers.read", {
    method: "get",
    path: "/addresses",
    tags,
    summary: "List addresses",
    description: "Oldest first, of one customer or of all customers.",
    request: { query: AddressFilter },
    responses: {
      200: json(z.object({ items: z.array(Address), nextCursor: z.string().nullable(), total: z.number().nullable() })),
    },
  }),
  async (c) => c.json(await listAddresses(c.var.ctx, c.req.valid("query")), 200),
);

addresses.openapi(
  operation("customers.write", {
    method: "post",
    path: "/addresses",
    tags,
    summary: "Create an address",
    description: "The customer is optional.",
    request: { body: jsonRequest(NewAddressOf) },
    responses: { 201: json(Address) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { customerId, ...input } = c.req.valid("json");
    const { id } = await addAddress(ctx, customerId === null ? null : { by: "id", id: customerId }, input);
    return c.json(await findAddress(ctx, id), 201);
  },
);

addresses.openapi(
  operation("customers.read", {
    method: "get",
    path: "/addresses/{id}",
    tags,
    summary: "Get an address",
    request: { params },
    responses: { 200: json(Address) },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await findAddress(c.var.ctx, id), 200);
  },
);

addresses.openapi(
  operation("customers.read", {
    method: "get",
    path: "/addresses/{id}/formatted",
    tags,
    summary: "Format an address",
    description: "Returns one line and the lines of a mailing label.",
    request: { params },
    responses: { 200: json(z.object({ formatted: z.string(), lines: z.array(z.string()) })) },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await formattedAddress(c.var.ctx, id), 200);
  },
);

addresses.openapi(
  operation("customers.write", {
    method: "patch",
    path: "/addresses/{id}",
    tags,
    summary: "Update an address",
    description: "Omitted fields stay unchanged.",
    request: { params, body: jsonRequest(AddressPatch) },
    responses: { 200: json(Address) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await updateAddress(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(await findAddress(ctx, id), 200);
  },
);

addresses.openapi(
  operation("customers.write", {
    method: "delete",
    path: "/addresses/{id}",
    tags,
    summary: "Delete an address",
    description: "An address that a work order, equipment, an estimate or a system layout uses cannot be deleted.",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    await removeAddress(c.var.ctx, id);
    return c.body(null, 204);
  },
);
