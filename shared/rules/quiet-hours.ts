/** In which nobody wants to be spoken to, by the clock of the workspace. */
export const quietHours = { from: '22:00', to: '07:00' } as const;
