import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../routing/root-route';
import { readDatasetSearch, readNewRunSearch, readRunSearch, readTrainingSearch } from './model';

const trainingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/training',
  validateSearch: readTrainingSearch,
  component: lazyRouteComponent(async () => ({
    default: (await import('./list/TrainingPage')).TrainingPage,
  })),
});

const datasetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/training/datasets/$id',
  validateSearch: readDatasetSearch,
  component: lazyRouteComponent(async () => ({
    default: (await import('./dataset/DatasetPage')).DatasetPage,
  })),
});

const newRunRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/training/new',
  validateSearch: readNewRunSearch,
  component: lazyRouteComponent(async () => ({
    default: (await import('./start/NewRunPage')).NewRunPage,
  })),
});

const runRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/training/runs/$name',
  validateSearch: readRunSearch,
  component: lazyRouteComponent(async () => ({
    default: (await import('./run/RunPage')).RunPage,
  })),
});

export const trainingRoutes = [trainingRoute, datasetRoute, newRunRoute, runRoute] as const;
