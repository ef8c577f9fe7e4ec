import { z } from "zod";
import { readState } from "~/domain/addresses/address";
import type { FoundPlace, Precision } from "~/domain/addresses/geocode";
import type { Geocoder } from "~/domain/providers";
import { httpClient, nullOnFailure } from "./http-client";

const degrees = z.coerce.number();

const Found = z.array(
  z.object({
    lat: degrees.min(-90).max(90),
    lon: degrees.min(-180).max(180),
    address: z
      .object({
        house_number: z.string(),
        road: z.string(),
        city: z.string(),
        town: z.string(),
        village: z.string(),
        state: z.string(),
        postcode: z.string(),
      })
      .partial(),
  }),
);

/** Nominatim's search (GET /search, jsonv2). Null without its URL; the embedded ZIP codes are used instead. */
export function nominatimGeocoder(address: string | undefined): Geocoder | null {
  if (!address) return null;
  const client = httpClient({ service: "geocoder", baseUrl: address, timeoutMs: 3000, maxAttempts: 2, backoffMs: 100 });
  return {
    find: async (q, { region, limit }) => {
      const query = { q, format: "jsonv2", addressdetails: "1", countrycodes: region, limit: String(limit) };
      const found = await nullOnFailure(client.request(Found, { path: "/search", query }));
      return found?.flatMap((one) => placeOf(one) ?? []) ?? null;
    },
  };
}

function placeOf({ lat, lon, address }: z.output<typeof Found>[number]): FoundPlace | null {
  const { house_number: number, road, postcode } = address;
  const city = address.city ?? address.town ?? address.village;
  if (!city) return null;
  return {
    line1: road ? [number, road].filter(Boolean).join(" ") : null,
    city,
    state: readState(address.state ?? "") ?? address.state ?? "",
    postalCode: postcode ?? null,
    latitude: lat,
    longitude: lon,
    precision: precisionOf({ number, road, postcode }),
  };
}

function precisionOf({
  number,
  road,
  postcode,
}: Record<"number" | "road" | "postcode", string | undefined>): Precision {
  if (road) return number ? "address" : "street";
  return postcode ? "postal_code" : "city";
}
