export type GoogleAuthorizationRequest = {
  query: string;
  clientId: string;
  redirectUri: string;
  scope: string;
  state: string | undefined;
  nonce: string | undefined;
  challenge: { value: string; method: string } | undefined;
};
