import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route';
import { readProjectSearch } from './model';

const projectsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects',
  component: lazyRouteComponent(async () => ({
    default: (await import('./list/ProjectsPage')).ProjectsPage,
  })),
});

const projectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$id',
  validateSearch: readProjectSearch,
  component: lazyRouteComponent(async () => ({
    default: (await import('./page/ProjectPage')).ProjectPage,
  })),
});

export const projectsRoutes = [projectsRoute, projectRoute] as const;
