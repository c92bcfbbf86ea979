/** Groups of tools that a client may choose by `?toolset=`. */
export const TOOLSETS = ["market", "mine", "developer"] as const;
export type Toolset = (typeof TOOLSETS)[number];
