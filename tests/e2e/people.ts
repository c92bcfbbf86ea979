/** Who signs in. */
export type Who = { email: string; password: string };

const PASSWORD = "demo-password";

/** People of the demo. */
export const DEMO: Who = { email: "demo@example.com", password: PASSWORD };
export const ADMIN: Who = { email: "admin@example.com", password: PASSWORD };
export const DEVELOPER: Who = { email: "studio@lindqvist.example.com", password: PASSWORD };
/** Those whose session is saved once for all tests of a worker. `{ ...DEMO }` is none of them, and signs in by itself. */
export const PEOPLE = [DEMO, ADMIN, DEVELOPER];
