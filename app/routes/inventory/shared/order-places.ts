interface Place {
  id: string;
  name: string;
  type: string;
}

/** Locations an order can be delivered to, warehouses first, as form choices. */
export function orderPlaces(locations: readonly Place[]): { value: string; label: string }[] {
  return locations
    .toSorted((a, b) => Number(b.type === "warehouse") - Number(a.type === "warehouse"))
    .map(({ id, name }) => ({ value: id, label: name }));
}
