import type { Route } from '../http/router';
import { historyRoutes } from './history-routes';
import { isOld } from '../validation/prompt-validation';
import { jobRoutes } from './job-routes';
import { modelFileRoutes } from './model-file-routes';
import { modelRoutes } from './model-routes';
import { promptRoutes } from './prompt-routes';
import { queueRoutes } from './queue-routes';
import type { RouteContext } from './route-context';
import { systemRoutes } from './system-routes';
import { uploadRoutes } from './upload-routes';
import { viewRoutes } from './view-routes';

/** Every route of a ComfyUI node that the simulator has. */
export function comfyRoutes(context: RouteContext): readonly Route[] {
  return [
    ...promptRoutes(context),
    ...queueRoutes(context),
    ...historyRoutes(context),
    ...viewRoutes(context),
    ...uploadRoutes(context),
    ...modelRoutes(context),
    ...(isOld(context.version) ? [] : jobRoutes(context)),
    ...modelFileRoutes(context),
    ...systemRoutes(context),
  ];
}
