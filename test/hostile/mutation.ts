import type { RawRequest } from './raw-http.ts';

export type Twist = (request: RawRequest) => RawRequest;
type Fields = Readonly<Record<string, unknown>>;

export type Material = { right: RawRequest; fields: Fields | undefined; foreign: Fields; appUrl: string };

/** Adds a line even where one of this name exists. */
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
