import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { charactersRoutes } from '../features/characters/routes';
import { galleryRoutes } from '../features/gallery/routes';
import { generateRoutes } from '../features/generate/routes';
import { jobsRoutes } from '../features/jobs/routes';
import { nodesRoutes } from '../features/nodes/routes';
import { projectsRoutes } from '../features/projects/routes';
import { settingsRoutes } from '../features/settings/routes';
import { trainingRoutes } from '../features/training/routes';
import { workflowsRoutes } from '../features/workflows/routes';
import { rootRoute } from '../routing/root-route';
import { NotFoundPage } from './NotFoundPage';
import { PageError } from './PageError';
import { Shell } from './shell/Shell';

rootRoute.update({ component: Shell, notFoundComponent: NotFoundPage });

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/generate', replace: true });
  },
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    homeRoute,
    ...generateRoutes,
    ...galleryRoutes,
    ...jobsRoutes,
    ...charactersRoutes,
    ...projectsRoutes,
    ...trainingRoutes,
    ...workflowsRoutes,
    ...nodesRoutes,
    ...settingsRoutes,
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
