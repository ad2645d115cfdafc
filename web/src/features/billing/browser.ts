/** Leaves the app. A method, so that a test can take its place: no test can replace `window.location`. */
export const browser = { leaveFor: (address: string): void => window.location.assign(address) };
