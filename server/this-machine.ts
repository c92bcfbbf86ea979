const LOOPBACK = new Set(["127.0.0.1", "::1"]);

/** Whether a request is of this machine. One that a proxy has handed on is not, though the proxy itself may be. */
export function isOfThisMachine(request: Request, address: string): boolean {
  return LOOPBACK.has(address) && !request.headers.has("x-forwarded-for");
}
