import { paths, type Query } from "~/paths";
import { withQuery } from "~/shell-paths";

type Params = Record<string, string | undefined>;

/** Paths of a piece of equipment and its screens: among all equipment, or below the customer it was opened from. */
export function unitPaths({ id: customer, equipmentId = "" }: Params) {
  const overview = customer ? paths.customerEquipmentItem(customer, equipmentId) : paths.equipment(equipmentId);
  return {
    overview,
    history: `${overview}/history`,
    historyAt: (page: Query) => withQuery(`${overview}/history`, page),
    readings: `${overview}/readings`,
    readingsAt: (query: Query) => withQuery(`${overview}/readings`, query),
    recordEvent: (episodeId: string) => `${overview}/readings/episodes/${episodeId}/record`,
    voidEpisode: (episodeId: string) => `${overview}/readings/episodes/${episodeId}/void`,
    voidEvent: (episodeId: string, eventId: string) =>
      `${overview}/readings/episodes/${episodeId}/events/${eventId}/void`,
    deleteReading: (readingId: string, query?: Query) => withQuery(`${overview}/readings/${readingId}/delete`, query),
    edit: `${overview}/edit`,
    newPlan: `${overview}/plans/new`,
    endPlan: (planId: string) => `${overview}/plans/${planId}/end`,
    newCircuit: `${overview}/circuits/new`,
    editCircuit: (circuitId: string) => `${overview}/circuits/${circuitId}/edit`,
  };
}
