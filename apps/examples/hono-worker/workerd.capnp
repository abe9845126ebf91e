# The runtime of Cloudflare's workers, on this machine. On Cloudflare: npx wrangler deploy dist/worker.js, and these as its variables.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "shop", worker = .shop),
    # By default workers reach public addresses alone; the sandbox is on this machine.
    (name = "internet", network = (allow = ["public", "private", "local"], tlsOptions = (trustBrowserCas = true))),
  ],
  sockets = [(name = "http", address = "*:3000", http = (), service = "shop")],
);

const shop :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "dist/worker.js")],
  compatibilityDate = "2026-11-01",
  # Of this date workerd has Node's modules and globals unless they are switched off.
  compatibilityFlags = ["no_nodejs_compat", "no_nodejs_compat_v2"],
  bindings = [
    (name = "GATEWAY_URL", fromEnvironment = "GATEWAY_URL"),
    (name = "GATEWAY_API_KEY", fromEnvironment = "GATEWAY_API_KEY"),
    (name = "SITE_ID", fromEnvironment = "SITE_ID"),
    (name = "PANE_HOST", fromEnvironment = "PANE_HOST"),
    (name = "PANE_ENVIRONMENT", fromEnvironment = "PANE_ENVIRONMENT"),
    (name = "IPN_SECRET", fromEnvironment = "IPN_SECRET"),
    (name = "SHOP_URL", fromEnvironment = "SHOP_URL"),
  ],
);
