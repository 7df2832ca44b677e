import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route';

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  component: lazyRouteComponent(async () => ({
    default: (await import('./SettingsPage')).SettingsPage,
  })),
});

export const settingsRoutes = [settingsRoute] as const;
