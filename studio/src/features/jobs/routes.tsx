import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route';

const jobsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/jobs',
  component: lazyRouteComponent(async () => ({ default: (await import('./JobsPage')).JobsPage })),
});

export const jobsRoutes = [jobsRoute] as const;
