import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** Returns false if the browser has no network. True does not guarantee that our server is reachable. */
export const isOnline = (): boolean => onlineManager.isOnline();

export const onNetworkChange = (listener: () => void): (() => void) => onlineManager.subscribe(listener);

export const useOnline = (): boolean => useSyncExternalStore(onNetworkChange, isOnline);

/** TanStack Query assumes a network when it starts and notices only changes. */
export const syncNetworkState = (): void => onlineManager.setOnline(navigator.onLine);
