/**
 * The time zones used in the United States, by their everyday names: first the states from east to west, which almost everyone
 * looks for, then the islands.
 */
export const US_ZONES = {
  "America/New_York": "Eastern (New York)",
  "America/Chicago": "Central (Chicago)",
  "America/Denver": "Mountain (Denver)",
  "America/Phoenix": "Arizona (Phoenix)",
  "America/Los_Angeles": "Pacific (Los Angeles)",
  "America/Anchorage": "Alaska (Anchorage)",
  "Pacific/Honolulu": "Hawaii (Honolulu)",
  "America/Adak": "Aleutian Islands (Adak)",
  "America/Puerto_Rico": "Atlantic (Puerto Rico)",
  "Pacific/Guam": "Guam (Chamorro)",
  "Pacific/Pago_Pago": "American Samoa (Pago Pago)",
} as const;
