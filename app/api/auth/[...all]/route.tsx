import { answerBrowser } from "@/lib/interfaces/http/browser";

/** Browser sessions; attempts to sign in are counted before the password is looked at. */
export const GET = answerBrowser;
export const POST = answerBrowser;
