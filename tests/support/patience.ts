/** How long `vi.waitFor` and `vi.waitUntil` wait for what must come: only what fails waits as long. */
export const PATIENT = { timeout: 120_000 };
