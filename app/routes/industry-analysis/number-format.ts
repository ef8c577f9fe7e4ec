export const wholeNumber = (value: number) => value.toLocaleString("en-US");
export const wholeDollars = (value: number) => `$${value.toLocaleString("en-US", { maximumFractionDigits: 0 })}`;
