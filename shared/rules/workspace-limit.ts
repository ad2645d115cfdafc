/** Of an account without a running plan or trial, inactive ones included, as they can be activated again. */
export const maxFreeWorkspaces = 50;
