const pattern = /^\/triggers\/([A-Za-z0-9_-]{1,64})$/;

/** The id in the address of a trigger's own page. */
export const triggerIdAt = (path: string): string | undefined => pattern.exec(path.replace(/\/+$/, ''))?.[1];

export const triggerAddress = (id: string): string => `/triggers/${id}`;
