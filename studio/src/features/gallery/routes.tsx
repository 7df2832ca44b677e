import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route';
import { parseSearch } from './model';

const galleryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/gallery',
  validateSearch: parseSearch,
  component: lazyRouteComponent(async () => ({
    default: (await import('./GalleryPage')).GalleryPage,
  })),
});

export const galleryRoutes = [galleryRoute] as const;
