import { isOld } from '../validation/prompt-validation';
import { jobRoutes } from './job-routes';
import { modelRoutes } from './model-routes';
import { promptRoutes } from './prompt-routes';
import { queueRoutes } from './queue-routes';
import type { RouteContext, Routes } from './route-context';
import { systemRoutes } from './system-routes';
import { uploadRoutes } from './upload-routes';
import { viewRoutes } from './view-routes';

/** Every route of a ComfyUI node that the simulator has. */
export function comfyRoutes(context: RouteContext): Routes {
  return {
    ...promptRoutes(context),
    ...queueRoutes(context),
    ...viewRoutes(context),
    ...uploadRoutes(context),
    ...modelRoutes(context),
    ...(isOld(context.version) ? {} : jobRoutes(context)),
    ...systemRoutes(context),
  };
}
