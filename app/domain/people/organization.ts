/** Thousandths of a percent as one types them: 8250 is '8.25'. */
export function taxRateText(milli: number): string {
  return (milli / 1000).toFixed(3).replace(/\.?0+$/, "");
}

export const MAX_LOGO_BYTES = 200 * 1024;
