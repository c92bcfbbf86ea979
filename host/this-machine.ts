const LOOPBACK = new Set(["127.0.0.1", "::1"]);

/** Whether a request comes from this machine. One forwarded by a proxy does not, even if the proxy runs here. */
export function isOfThisMachine(request: Request, address: string): boolean {
  return LOOPBACK.has(address) && !request.headers.has("x-forwarded-for");
}
