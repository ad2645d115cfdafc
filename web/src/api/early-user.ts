declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merges into the browser's own type
  interface Window {
    /** The request for the signed-in user that `boot.js` sent before any module was here. */
    recadoUser?: Promise<Response> | undefined;
  }
}

/** The early request, once: whoever asks for the user first gets it instead of sending another. */
export function earlyUser(url: string): Promise<Response> | undefined {
  if (url !== '/api/auth/user?orNobody=1') return undefined;
  const early = window.recadoUser;
  window.recadoUser = undefined;
  return early;
}
