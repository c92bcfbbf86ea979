import { configuredProviders, PROVIDER_NAMES } from "@/lib/identity/accounts/providers";

/** The providers that people may sign in with here. */
export const providers = () => configuredProviders().map((id) => ({ id, name: PROVIDER_NAMES[id] }));
