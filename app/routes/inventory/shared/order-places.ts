interface Place {
  id: string;
  name: string;
  type: string;
}

interface OrderedTo {
  locationId: string;
  locationName: string;
}

/** Locations an order can be delivered to, warehouses first, as form choices, with those that its lines already have. */
export function orderPlaces(
  locations: readonly Place[],
  lines: readonly OrderedTo[] = [],
): { value: string; label: string }[] {
  const choices = locations
    .toSorted((a, b) => Number(b.type === "warehouse") - Number(a.type === "warehouse"))
    .map(({ id, name }) => ({ value: id, label: name }));
  const others = lines.filter(({ locationId }) => !locations.some(({ id }) => id === locationId));
  const names = new Map(others.map(({ locationId, locationName }) => [locationId, locationName]));
  return [...choices, ...Array.from(names, ([value, label]) => ({ value, label }))];
}
