import type { RawRequest } from './raw-http.ts';

/** One change that makes a request another one. */
export type Twist = (request: RawRequest) => RawRequest;
type Fields = Readonly<Record<string, unknown>>;

/** What a request can be made of: the right one, its body as fields, and ids of somebody else. */
export type Material = { right: RawRequest; fields: Fields | undefined; foreign: Fields; appUrl: string };

/** One more line, whether there is one of this name or not. */
export const header =
  (name: string, value: string): Twist =>
  (request) => ({ ...request, headers: [...request.headers, [name, value]] });

export const without =
  (name: string): Twist =>
  (request) => ({ ...request, headers: request.headers.filter(([key]) => key !== name) });

export const instead =
  (name: string, value: string): Twist =>
  (request) =>
    header(name, value)(without(name)(request));
