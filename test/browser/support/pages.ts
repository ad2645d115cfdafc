import { type PageRoute, routes } from '#web/app/routes.ts';

const pathsWith = (access: PageRoute['access']) =>
  routes.filter((route) => route.access === access).map(({ path }) => path);

export const pagesOfUser = pathsWith('signedIn');

/** Without the page of an unknown path. */
export const pagesOfVisitor = [...pathsWith('signedOut'), ...pathsWith('public')];
