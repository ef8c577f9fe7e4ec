export * from "./people";
export * from "./platform";
