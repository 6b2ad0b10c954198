/**
 * Determines from the evidence whether the app works without network. No DOM.
 * @module
 */

/**
 * @typedef {object} Evidence
 * @property {boolean} supported the browser supports service workers and the address is secure
 * @property {string | null} failure reason why the worker could not store the app
 * @property {boolean} controlled a worker answers this page's requests
 * @property {boolean} servedByWorker the worker itself delivered this page, and nothing came from the network
 * @property {{files: number, missing: string[], damaged: string[]} | null} check every stored file against its hash
 * @property {boolean} dataReadable the guardian's entries can be read
 */

/**
 * @param {Evidence} evidence
 * @returns {{state: "unsupported" | "failed" | "preparing" | "restart" | "damaged" | "ready", files: string[]}}
 */
export function readiness(evidence) {
  if (!evidence.supported) return { state: "unsupported", files: [] };
  if (evidence.failure) return { state: "failed", files: [evidence.failure] };
  if (!evidence.check) return { state: "preparing", files: [] };
  const bad = [...evidence.check.missing, ...evidence.check.damaged];
  if (bad.length > 0 || evidence.check.files === 0) return { state: "damaged", files: bad };
  if (!evidence.dataReadable) return { state: "damaged", files: [] };
  if (!evidence.controlled || !evidence.servedByWorker) return { state: "restart", files: [] };
  return { state: "ready", files: [] };
}
