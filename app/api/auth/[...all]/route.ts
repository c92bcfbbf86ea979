import * as accounts from "@/lib/accounts/service";
import { clientAddress } from "@/lib/http/address";
import { errorResponse, jsonResponse } from "@/lib/http/answer";

/** Browser sessions. Attempts to sign in are counted before the password is looked at. */
async function handle(request: Request): Promise<Response> {
  try {
    return await accounts.handleSessionRequest(request, clientAddress(request));
  } catch (error) {
    const { status, body, headers } = errorResponse(error, "");
    return jsonResponse(status, body, headers);
  }
}

export const GET = handle;
export const POST = handle;
