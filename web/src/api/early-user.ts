declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merges into the browser's own type
  interface Window {
    recadoUser?: Promise<Response> | undefined;
  }
}

/** Returns the request that `boot.js` started, to the first caller only. */
export function earlyUser(url: string): Promise<Response> | undefined {
  if (url !== '/api/auth/user?orNobody=1') return undefined;
  const early = window.recadoUser;
  window.recadoUser = undefined;
  return early;
}
