import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route';
import { readWorkflowsSearch } from './model';

const workflowsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workflows',
  validateSearch: readWorkflowsSearch,
  component: lazyRouteComponent(async () => ({
    default: (await import('./WorkflowsPage')).WorkflowsPage,
  })),
});

export const workflowsRoutes = [workflowsRoute] as const;
