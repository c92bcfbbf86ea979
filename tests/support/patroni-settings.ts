import { join } from "node:path";

/** Of the superuser and of replication, on loopback. */
export const PASSWORD = "patroni";
/** The time after which another machine may lead, and between two looks of Patroni. */
export const [TTL_SECONDS, LOOP_WAIT_SECONDS] = [20, 5];
const RETRY_SECONDS = 7;

type Ports = { port: number; restPort: number; linePort: number; restLinePort: number; storePort: number };

/** The settings of one machine. JSON is YAML, too. */
export function patroniSettings({ name, folder, ...ports }: Ports & { name: string; folder: string }) {
  const login = (username: string) => ({ username, password: PASSWORD });
  return {
    scope: "marketplace",
    name,
    restapi: { listen: `127.0.0.1:${ports.restPort}`, connect_address: `127.0.0.1:${ports.restLinePort}` },
    // By its own line: otherwise it asks etcd where else etcd is, and goes there.
    etcd3: { hosts: [`127.0.0.1:${ports.storePort}`], use_proxies: true },
    bootstrap: {
      dcs: {
        ttl: TTL_SECONDS,
        loop_wait: LOOP_WAIT_SECONDS,
        retry_timeout: RETRY_SECONDS,
        // A primary that does not start again soon, say on a full disk, makes way for another.
        primary_start_timeout: LOOP_WAIT_SECONDS,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        // Otherwise a primary that reaches the others, and is reached by none, would go on leading while nothing can be written.
        failsafe_mode: false,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 150,
            max_wal_size: "128MB",
            min_wal_size: "64MB",
            // The next primary makes the slot of a standby a moment after that has asked for it.
            wal_retrieve_retry_interval: "500ms",
          },
        },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
      pg_hba: ["host all all 127.0.0.1/32 scram-sha-256", "host replication all 127.0.0.1/32 scram-sha-256"],
    },
    postgresql: {
      listen: `127.0.0.1:${ports.port}`,
      connect_address: `127.0.0.1:${ports.linePort}`,
      data_dir: join(folder, "data"),
      bin_dir: "/usr/lib/postgresql/15/bin",
      pgpass: join(folder, "pgpass"),
      authentication: {
        superuser: login("postgres"),
        replication: login("replicator"),
        rewind: login("rewinder"),
      },
      parameters: { unix_socket_directories: folder, shared_buffers: "64MB", password_encryption: "scram-sha-256" },
    },
  };
}

type Balanced = { name: string; ports: Ports };

/** HAProxy sends writers to the machine that leads, and readers to those that follow it. */
export function haproxySettings(about: { writerPort: number; readerPort: number; nodes: Balanced[] }): string {
  const servers = about.nodes.map(
    ({ name, ports }) => `  server ${name} 127.0.0.1:${ports.linePort} check port ${ports.restLinePort}`,
  );
  const listener = (name: string, port: number, path: string) => [
    `listen ${name}`,
    `  bind 127.0.0.1:${port}`,
    `  option httpchk GET ${path}`,
    "  http-check expect status 200",
    "  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions",
    ...servers,
  ];
  return [
    "global",
    "  maxconn 500",
    "defaults",
    "  mode tcp",
    "  retries 1",
    "  timeout connect 2s",
    "  timeout client 1h",
    "  timeout server 1h",
    // Otherwise a check must answer within its interval, which a busy machine may not.
    "  timeout check 3s",
    ...listener("writer", about.writerPort, "/primary"),
    ...listener("reader", about.readerPort, "/replica"),
    "",
  ].join("\n");
}

/** PgBouncer in front of the writer, in transaction mode. */
export const poolerSettings = (about: { port: number; writerPort: number }): string =>
  [
    "[databases]",
    `* = host=127.0.0.1 port=${about.writerPort} user=postgres password=${PASSWORD}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${about.port}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    "max_client_conn = 200",
    "ignore_startup_parameters = extra_float_digits",
    // By default it retries a failed server after 15 s, and lets clients wait for two minutes.
    "server_login_retry = 1",
    "server_connect_timeout = 3",
    "query_wait_timeout = 10",
    "",
  ].join("\n");
