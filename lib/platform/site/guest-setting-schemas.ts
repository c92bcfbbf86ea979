import { z } from "zod";
import { setting } from "@/lib/platform/site/input-schemas";

const MAX_CALLS = 1_000_000;
const calls = (description: string, example: number) =>
  z.number().int().min(0).max(MAX_CALLS).meta({ description, example });

/** How many calls visitors without an account make a day, as a part of the list of settings. */
export const GUEST_SETTINGS = {
  guest_calls_per_day: setting(calls("Calls a day of all visitors without an account; 0 allows none.", 1_000), {
    initial: 1_000,
    panel: "guests",
    label: "In all, a day",
    hint: "Without an account, a visitor tries three skills a day, each once, if their developers allow it. 0 allows none.",
    input: { kind: "number" },
  }),
  guest_calls_per_skill: setting(calls("Such calls a day of one skill.", 50), {
    initial: 50,
    panel: "guests",
    label: "Of one skill, a day",
    hint: "The most that one skill gives away in a day.",
    input: { kind: "number" },
  }),
  guest_calls_per_network: setting(calls("Such calls a day from one network: an IPv4 /24 or an IPv6 /48.", 30), {
    initial: 30,
    panel: "guests",
    label: "From one network, a day",
    hint: "An IPv4 /24 or an IPv6 /48. A captcha, if you need one, belongs to your proxy.",
    input: { kind: "number" },
  }),
};
