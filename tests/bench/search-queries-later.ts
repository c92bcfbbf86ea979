export const LATER_QUERIES = ``;
