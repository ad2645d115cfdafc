import type { RawRequest } from './raw-http.ts';

export type Mutation = (request: RawRequest) => RawRequest;
type Fields = Readonly<Record<string, unknown>>;

export type Material = { right: RawRequest; fields: Fields | undefined; foreign: Fields; appUrl: string };

/** Adds a header line and keeps existing lines with the same name. */
export const header =
  (name: string, value: string): Mutation =>
  (request) => ({ ...request, headers: [...request.headers, [name, value]] });

export const without =
  (name: string): Mutation =>
  (request) => ({ ...request, headers: request.headers.filter(([key]) => key !== name) });

export const instead =
  (name: string, value: string): Mutation =>
  (request) =>
    header(name, value)(without(name)(request));
