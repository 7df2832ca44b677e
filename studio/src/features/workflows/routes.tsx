import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route';

const workflowsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workflows',
  component: lazyRouteComponent(async () => ({
    default: (await import('./WorkflowsPage')).WorkflowsPage,
  })),
});

export const workflowsRoutes = [workflowsRoute] as const;
