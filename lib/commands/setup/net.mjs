import { existsSync } from "node:fs";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";

/**
 * Whether something listens at a package index (or at the proxy before it), asked once and for a few seconds only:
 * npm and pip would retry for minutes before they say so.
 */
export function answers(url, { proxy, env = process.env, seconds = 6 } = {}) {
  const target = new URL(url);
  if (target.protocol === "file:") return Promise.resolve(existsSync(fileURLToPath(target)));
  const via = proxy || proxyOf(target, env);
  const { hostname, port, protocol } = new URL(via || url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) || (protocol === "http:" ? 80 : 443) });
    const end = (result) => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(seconds * 1000, () => end(false));
    socket.on("connect", () => end(true));
    socket.on("error", () => end(false));
  });
}

function proxyOf(target, env) {
  const excluded = (env.no_proxy ?? env.NO_PROXY ?? "").split(",").map((name) => name.trim().replace(/^\./, ""));
  if (excluded.some((name) => name && (name === "*" || target.hostname.endsWith(name)))) return undefined;
  const names = target.protocol === "http:" ? ["http_proxy", "HTTP_PROXY"] : ["https_proxy", "HTTPS_PROXY"];
  return [...names, "ALL_PROXY", "all_proxy"].map((name) => env[name]).find(Boolean);
}
