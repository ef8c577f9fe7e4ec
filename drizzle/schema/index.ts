export * from "./customers";
export * from "./people";
export * from "./platform";
export * from "./work-orders";
