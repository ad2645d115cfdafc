export type AmazonAuthorizationRequest = {
  query: string;
  clientId: string;
  redirectUri: string;
  scope: string;
  state: string | undefined;
  challenge: { value: string; method: string } | undefined;
};
