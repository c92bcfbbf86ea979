import { createServer } from "node:http";

// A developer's endpoint in a process of its own that answers everything at once.
const [host = "127.0.0.1", port] = (process.env.EXECUTION_ALLOW ?? "").split(":");
createServer((request, response) => {
  request.resume();
  request.on("end", () => response.writeHead(200, { "content-type": "application/json" }).end('{"ok":true}'));
}).listen(Number(port), host, () => console.log("ready"));
