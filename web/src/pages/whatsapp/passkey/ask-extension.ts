/** Messages of WAHA's extension: https://waha.devlike.pro/blog/waha-passkey/ */
export type ExtensionMessage = { type: 'waha-passkey-ping' } | { type: 'waha-passkey-sign'; challenge: unknown };

type Runtime = {
  sendMessage?: (id: string, message: ExtensionMessage, onReply: (reply: unknown) => void) => void;
  lastError?: unknown;
};

declare global {
  /** Chromium defines `runtime` only if an extension accepts messages from this page. */
  var chrome: { runtime?: Runtime } | undefined;
}

type Way = (message: ExtensionMessage, onReply: (reply: unknown) => void, signal: AbortSignal) => void;

/** Resolves to the reply, or to undefined if none arrives in time. */
export function askExtension(way: Way, message: ExtensionMessage, ms: number): Promise<unknown> {
  return new Promise((resolve) => {
    const stop = new AbortController();
    const end = (reply?: unknown) => {
      clearTimeout(timer);
      stop.abort();
      resolve(reply);
    };
    const timer = setTimeout(end, ms);
    way(message, end, stop.signal);
  });
}

export const byRuntime =
  (id: string): Way =>
  (message, onReply) => {
    const runtime = globalThis.chrome?.runtime;
    if (!runtime?.sendMessage) return onReply(undefined);
    try {
      runtime.sendMessage(id, message, (reply) => onReply(runtime.lastError ? undefined : reply));
    } catch {
      onReply(undefined);
    }
  };

/** The extension's content script receives what is posted to the page's window. */
export const byWindow: Way = (message, onReply, signal) => {
  const requestId = crypto.randomUUID();
  const hear = ({ source, data }: MessageEvent<unknown>) => {
    if (source === window && isAnswerTo(requestId, data)) onReply(data);
  };
  window.addEventListener('message', hear, { signal });
  window.postMessage({ source: 'waha-passkey-page', requestId, ...message }, window.location.origin);
};

function isAnswerTo(id: string, data: unknown): boolean {
  if (typeof data !== 'object' || data === null || !('source' in data && 'requestId' in data)) return false;
  return data.source === 'waha-passkey-extension' && data.requestId === id;
}
