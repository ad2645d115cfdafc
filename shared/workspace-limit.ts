/** Per account without an active plan or trial. Counts inactive workspaces as well, because they can be reactivated. */
export const maxFreeWorkspaces = 50;
