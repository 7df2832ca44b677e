import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route';

const generateRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/generate',
  component: lazyRouteComponent(async () => ({
    default: (await import('./GeneratePage')).GeneratePage,
  })),
});

export const generateRoutes = [generateRoute] as const;
