import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route';

const nodesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/nodes',
  component: lazyRouteComponent(async () => ({ default: (await import('./NodesPage')).NodesPage })),
});

export const nodesRoutes = [nodesRoute] as const;
