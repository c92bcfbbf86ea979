/** Who signs in. */
export type Who = { email: string; password: string };

const PASSWORD = "demo-password";

/** People of the demo. */
export const DEMO: Who = { email: "demo@example.com", password: PASSWORD };
export const ADMIN: Who = { email: "admin@example.com", password: PASSWORD };
export const DEVELOPER: Who = { email: "studio@lindqvist.example.com", password: PASSWORD };
