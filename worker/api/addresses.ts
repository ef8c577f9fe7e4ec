import { z } from "zod";
import { addAddress, removeAddress, updateAddress } from "~/domain/addresses/commands.server";
import { PRECISIONS } from "~/domain/addresses/geocode";
import { AutocompleteInput, FoundPlaceAnswer, SearchInput, VerifyInput } from "~/domain/addresses/geocode.schema";
import { autocompleteAddress, searchAddresses, verifyAddress } from "~/domain/addresses/geocode.server";
import { findAddress, formattedAddress, listAddresses } from "~/domain/addresses/queries.server";
import { Address, AddressFilter, AddressPatch, NewAddressOf } from "~/domain/addresses/schema";
import { type Endpoint, endpoint } from "./endpoint";

const tag = "Addresses";
const params = z.object({ id: z.uuid() });

const Places = z.array(FoundPlaceAnswer);
const Verified = z.object({
  verdict: z.enum(["verified", "corrected", "unverified"]),
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

export const addresses: Endpoint[] = [
  endpoint({
    method: "post",
    path: "/addresses/autocomplete",
    tag,
    summary: "What an address that is being typed may become",
    body: AutocompleteInput,
    answer: z.object({ suggestions: Places }),
    run: ({ ctx, body }) => autocompleteAddress(ctx, body),
  }),
  endpoint({
    method: "post",
    path: "/addresses/verify",
    tag,
    summary: "Whether an address can be, held against its ZIP code; `location` is as exact as `precision` says",
    body: VerifyInput,
    answer: Verified,
    run: ({ ctx, body }) => verifyAddress(ctx, body),
  }),
  endpoint({
    method: "post",
    path: "/addresses/search",
    tag,
    summary: "Places of the wanted types",
    body: SearchInput,
    answer: z.object({ results: Places }),
    run: ({ ctx, body }) => searchAddresses(ctx, body),
  }),
  endpoint({
    method: "get",
    path: "/addresses",
    tag,
    summary: "Addresses in the order in which they were added, of one customer or of all",
    query: AddressFilter,
    answer: z.object({ items: z.array(Address), nextCursor: z.string().nullable(), total: z.number().nullable() }),
    run: ({ ctx, query }) => listAddresses(ctx, query),
  }),
  endpoint({
    method: "post",
    path: "/addresses",
    tag,
    summary: "Add an address, to a customer or by itself",
    body: NewAddressOf,
    status: 201,
    answer: Address,
    run: async ({ ctx, body: { customerId, ...input } }) => {
      const { id } = await addAddress(ctx, customerId === null ? null : { by: "id", id: customerId }, input);
      return findAddress(ctx, id);
    },
  }),
  endpoint({
    method: "get",
    path: "/addresses/{id}",
    tag,
    summary: "An address",
    params,
    answer: Address,
    run: ({ ctx, params: { id } }) => findAddress(ctx, id),
  }),
  endpoint({
    method: "get",
    path: "/addresses/{id}/formatted",
    tag,
    summary: "An address as one line and as the lines of a label",
    params,
    answer: z.object({ formatted: z.string(), lines: z.array(z.string()) }),
    run: ({ ctx, params: { id } }) => formattedAddress(ctx, id),
  }),
  endpoint({
    method: "patch",
    path: "/addresses/{id}",
    tag,
    summary: "Change an address; fields left out stay as they are",
    params,
    body: AddressPatch,
    answer: Address,
    run: async ({ ctx, params, body }) => {
      const { id } = await updateAddress(ctx, params.id, body);
      return findAddress(ctx, id);
    },
  }),
  endpoint({
    method: "delete",
    path: "/addresses/{id}",
    tag,
    summary: "Remove an address that no work order goes to",
    params,
    status: 204,
    run: ({ ctx, params: { id } }) => removeAddress(ctx, id),
  }),
];
