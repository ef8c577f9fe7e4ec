/**
 * The zones that people and sites in the United States live by, by the names people there call them: the states from east to
 * west, which nearly everybody looks for, then the islands.
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
