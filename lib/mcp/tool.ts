import type { z } from "zod";
import type { Caller, Scope } from "@/lib/core/caller";
import { parseInput } from "@/lib/http/input";
import { toolSchema } from "@/lib/mcp/tool-schema";
import type { Toolset } from "@/lib/mcp/toolsets";

/** A request of a tool: who asks, and whether their person has agreed to, or can be asked about, what it costs. */
export type Asking = {
  caller: Caller;
  requestId: string;
  /** The person has answered that the charge may be made. */
  isConfirmed: boolean;
  /** The client can put a question to the person. */
  canAsk: boolean;
  /** What the client says beside the arguments. */
  meta: Record<string, unknown> | undefined;
};

/** What a tool answers: its object, and the text that stands for it where that is shorter than its JSON. */
export type Answered = { result: Record<string, unknown>; text?: string; links?: ResourceLink[] };
export type ResourceLink = {
  type: "resource_link";
  uri: string;
  name: string;
  mimeType: string;
  description: string;
};

export type Tool = {
  title: string;
  description: string;
  toolsets: readonly Toolset[];
  scope: Scope;
  inputSchema: { type: "object" };
  outputSchema: { type: "object" };
  isReadOnly: boolean;
  /** Whether it may charge credits or change what somebody pays: then it is not harmless. */
  isPaying: boolean;
  run: (asking: Asking, input: unknown) => Promise<Answered>;
};

type About<I, R> = Pick<Tool, "title" | "description" | "toolsets" | "scope"> & {
  input: I;
  result: R;
  isReadOnly?: boolean;
  isPaying?: boolean;
  /** A text that is shorter than the JSON of the result. */
  textOf?: (result: Record<string, unknown>) => string;
  /** What the answer leads to, for clients that follow links by themselves. */
  linksOf?: (result: Record<string, unknown>) => ResourceLink[];
};

/** Makes a tool from its schemas and one service call; what it answers is parsed, so that nothing unlisted leaks. */
export function tool<I extends z.ZodType, R extends z.ZodType<object>>(
  { input, result, isReadOnly = true, isPaying = false, textOf, linksOf, ...about }: About<I, R>,
  run: (asking: Asking, input: z.output<I>) => Promise<z.input<R>>,
): Tool {
  return {
    ...about,
    isReadOnly,
    isPaying,
    inputSchema: toolSchema(input, "input"),
    outputSchema: toolSchema(result, "output"),
    run: async (asking, given) => {
      const answer = result.parse(await run(asking, parseInput(input, given))) as Record<string, unknown>;
      return {
        result: answer,
        ...(textOf && { text: textOf(answer) }),
        ...(linksOf && { links: linksOf(answer) }),
      };
    },
  };
}

/** What a client is told about a tool's effects: only what is true of every call. */
export function annotationsOf({ isReadOnly, isPaying }: Pick<Tool, "isReadOnly" | "isPaying">) {
  return {
    readOnlyHint: isReadOnly,
    destructiveHint: isPaying,
    idempotentHint: isReadOnly,
    openWorldHint: isPaying,
  };
}
