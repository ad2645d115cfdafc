import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** Returns false if the browser has no network. True does not mean that our server can be reached. */
export const isOnline = (): boolean => onlineManager.isOnline();

export const onNetworkChange = (listener: () => void): (() => void) => onlineManager.subscribe(listener);

export const useOnline = (): boolean => useSyncExternalStore(onNetworkChange, isOnline);

/** The library learns only of changes, and assumes a network when it starts. */
export const syncNetworkState = (): void => onlineManager.setOnline(navigator.onLine);
