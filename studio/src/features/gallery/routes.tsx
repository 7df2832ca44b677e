import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route';

const galleryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/gallery',
  component: lazyRouteComponent(async () => ({
    default: (await import('./GalleryPage')).GalleryPage,
  })),
});

export const galleryRoutes = [galleryRoute] as const;
