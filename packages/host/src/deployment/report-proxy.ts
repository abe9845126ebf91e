/** The server to which a static server passes violation reports, because it serves files and reads no bodies. */
import { HostConfigError } from "../error.ts";
import type { DeploymentManifest } from "./deployment.ts";

export interface ReportProxy {
  readonly path: string;
  /** Scheme, host and port of a `cardpane serve` with the same configuration. */
  readonly upstream: string;
}

/**
 * The proxy of a deployment; `undefined` if it collects no reports.
 *
 * @throws HostConfigError if it collects reports and `upstream` is missing or invalid, or if it collects none and there is an
 * `upstream`
 */
export function reportProxy(
  { prefix, reports }: DeploymentManifest,
  upstream: string | undefined,
): ReportProxy | undefined {
  if (reports === undefined && upstream === undefined) return undefined;
  if (reports === undefined)
    throw new HostConfigError('--reports-to needs reports: "collect" in the configuration.');
  if (upstream === undefined || !/^https?:\/\/[a-z0-9.:[\]-]+$/.test(upstream) || !URL.canParse(upstream)) {
    throw new HostConfigError(
      'reports is "collect", and nginx and Caddy serve files and read no bodies. Run cardpane serve with this configuration beside them, and name its address: --reports-to http://127.0.0.1:4001.',
    );
  }
  return { path: `${prefix}/${reports}`, upstream };
}
