import { unknownPath } from "@/lib/interfaces/http/answer";

// Under plain `next start`, an unknown path of the API answers JSON as it does behind the host.
export const GET = unknownPath;
export const POST = unknownPath;
export const PUT = unknownPath;
export const PATCH = unknownPath;
export const DELETE = unknownPath;
