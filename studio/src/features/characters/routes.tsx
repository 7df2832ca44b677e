import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route';
import { readCharactersSearch } from './model';

const charactersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/characters',
  validateSearch: readCharactersSearch,
  component: lazyRouteComponent(async () => ({
    default: (await import('./wall/CharactersPage')).CharactersPage,
  })),
});

const characterRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/characters/$id',
  component: lazyRouteComponent(async () => ({
    default: (await import('./page/CharacterPage')).CharacterPage,
  })),
});

export const charactersRoutes = [charactersRoute, characterRoute] as const;
