/** Hours without notifications, in the workspace's time zone. */
export const quietHours = { from: '22:00', to: '07:00' } as const;
