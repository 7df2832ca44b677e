import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route';
import { readJobsSearch } from './model';

const jobsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/jobs',
  validateSearch: readJobsSearch,
  component: lazyRouteComponent(async () => ({ default: (await import('./JobsPage')).JobsPage })),
});

export const jobsRoutes = [jobsRoute] as const;
