/** The zones that most of the United States live by, from east to west, by the names people there call them. */
export const US_ZONES = [
  { zone: "America/New_York", name: "Eastern (New York)" },
  { zone: "America/Chicago", name: "Central (Chicago)" },
  { zone: "America/Denver", name: "Mountain (Denver)" },
  { zone: "America/Phoenix", name: "Arizona (Phoenix)" },
  { zone: "America/Los_Angeles", name: "Pacific (Los Angeles)" },
  { zone: "America/Anchorage", name: "Alaska (Anchorage)" },
  { zone: "Pacific/Honolulu", name: "Hawaii (Honolulu)" },
] as const;
