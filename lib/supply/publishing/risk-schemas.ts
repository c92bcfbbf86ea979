import { z } from "zod";

/** What a submission could do to buyers, the highest first. */
export const Risk = z.enum(["high", "medium", "low"]).meta({ id: "SubmissionRisk", example: "high" });
export type Risk = z.output<typeof Risk>;

/** How the automatic test call of a submission went. */
export const EndpointResult = z.enum(["works", "failed", "not_called"]).meta({ id: "EndpointResult" });
export type EndpointResult = z.output<typeof EndpointResult>;
