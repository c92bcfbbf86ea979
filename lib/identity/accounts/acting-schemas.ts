/**
 * For whom a browser acts: pages send the account that they show in the header; the cookie, which scripts of the pages set before
 * they ask for anything, says which account the next page shows. Neither proves anything.
 */
export const ACTING_HEADER = "acting-for";
export const ACTING_COOKIE = "acting_for";
