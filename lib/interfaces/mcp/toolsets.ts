/** Groups of tools that a client may choose by `?toolset=`. */
export const TOOLSETS = ["market", "mine", "developer"] as const;
export type Toolset = (typeof TOOLSETS)[number];
/** What is listed by default: every tool in a list costs an agent's context, whether it is called or not. */
export const DEFAULT_TOOLSET: Toolset = "market";
