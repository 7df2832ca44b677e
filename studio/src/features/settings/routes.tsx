import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route';
import { readSettingsSearch } from './search';

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  validateSearch: readSettingsSearch,
  component: lazyRouteComponent(async () => ({
    default: (await import('./SettingsPage')).SettingsPage,
  })),
});

export const settingsRoutes = [settingsRoute] as const;
