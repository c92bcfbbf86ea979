import type { ContentBlock } from "@modelcontextprotocol/server";
import type { z } from "zod";
import { parseInput } from "@/lib/interfaces/http/input";
import { toolSchema } from "@/lib/interfaces/mcp/tool-schema";
import type { Toolset } from "@/lib/interfaces/mcp/toolsets";
import type { Caller, Scope } from "@/lib/platform/core/caller";
import type { McpProgress } from "@/lib/platform/outbound/mcp";

export type Asking = {
  caller: Caller;
  requestId: string;
  meta: Record<string, unknown> | undefined;
  /** Aborts when the client cancels the call, or closes the connection. */
  signal: AbortSignal;
  /** Reports progress to a client that asked for it. */
  onProgress?: (progress: McpProgress) => void;
  /** Whether the client can show its user a link and then repeat the call. */
  canOpenLinks?: boolean;
  /** Which page it was sent to before it repeated the call. */
  wasSentTo?: "approval" | "credentials" | undefined;
};

/** A tool's result: its object, and its content, which is the object's JSON unless it says more or less than that. */
export type Answered = { result: Record<string, unknown>; content?: ContentBlock[] };

export type Tool = {
  title: string;
  description: string;
  toolsets: readonly Toolset[];
  scope: Scope;
  inputSchema: { type: "object" };
  /** Only a skill's own tool has one. Those of the others took nine tenths of the list, and clients that ask for nothing check nothing. */
  outputSchema?: { type: "object" };
  isReadOnly: boolean;
  /** Whether it may charge credits or change what the user pays. */
  isPaying: boolean;
  run: (asking: Asking, input: unknown) => Promise<Answered>;
};

type About<I, R> = Pick<Tool, "title" | "description" | "toolsets" | "scope"> & {
  input: I;
  result: R;
  isReadOnly?: boolean;
  isPaying?: boolean;
  /** How agents get the result, unless as its JSON. */
  shown?: (result: Record<string, unknown>) => Answered;
};

/** Makes a tool from its schemas and one service call. The result is parsed, so unlisted fields cannot leak. */
export function tool<I extends z.ZodType, R extends z.ZodType<object>>(
  { input, result, isReadOnly = true, isPaying = false, shown, ...about }: About<I, R>,
  run: (asking: Asking, input: z.output<I>) => Promise<z.input<R>>,
): Tool {
  return {
    ...about,
    isReadOnly,
    isPaying,
    inputSchema: toolSchema(input),
    run: async (asking, given) => {
      const answer = result.parse(await run(asking, parseInput(input, given))) as Record<string, unknown>;
      return shown ? shown(answer) : { result: answer };
    },
  };
}

/** The hints about a tool's effects, which must hold for every call. */
export function annotationsOf({ isReadOnly, isPaying }: Pick<Tool, "isReadOnly" | "isPaying">) {
  return {
    readOnlyHint: isReadOnly,
    destructiveHint: isPaying,
    idempotentHint: isReadOnly,
    openWorldHint: isPaying,
  };
}
