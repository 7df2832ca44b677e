import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route';

const charactersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/characters',
  component: lazyRouteComponent(async () => ({
    default: (await import('./CharactersPage')).CharactersPage,
  })),
});

export const charactersRoutes = [charactersRoute] as const;
