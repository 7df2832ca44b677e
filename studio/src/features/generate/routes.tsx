import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route';

/** What the address of the page can ask for. All but the workflow go once they are done. */
export interface GenerateSearch {
  readonly workflow?: string;
  /** A job whose settings the form takes over, seed included. */
  readonly job?: string;
  /** The same without the seed. */
  readonly remix?: string;
  /** Media path of a file that the form takes as input. */
  readonly input?: string;
  /** A character that joins the cast. */
  readonly character?: string;
}

const NAMES = ['workflow', 'job', 'remix', 'input', 'character'] as const;

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
