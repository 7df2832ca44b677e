import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route';
import type { GenerateSearch } from './search';

const NAMES = ['workflow', 'job', 'remix', 'input', 'clip', 'character'] as const;

const generateRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/generate',
  validateSearch: (search: Record<string, unknown>): GenerateSearch =>
    Object.fromEntries(
      NAMES.flatMap((name) => (isText(search[name]) ? [[name, search[name]]] : [])),
    ),
  component: lazyRouteComponent(async () => ({
    default: (await import('./GeneratePage')).GeneratePage,
  })),
});

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

export const generateRoutes = [generateRoute] as const;
