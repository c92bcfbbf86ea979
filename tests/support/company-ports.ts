import { freePort } from "@/tests/support/free-port";
// It reads the setting once, for its own port.
import "@/tests/support/upstream";

/** Ports of the name server and of the provider. Test files import this as `vi.hoisted` does, before anything reads the settings. */
export const PORTS = { names: await freePort(), provider: await freePort() };
process.env.DNS_SERVERS = `127.0.0.1:${PORTS.names}`;
process.env.EXECUTION_ALLOW = `${process.env.EXECUTION_ALLOW},127.0.0.1:${PORTS.provider}`;
