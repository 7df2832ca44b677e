import { freemem, totalmem } from 'node:os';
import { jsonAnswer, textAnswer, type Answer } from '../http/answer';
import { MAX_UPLOAD_SIZE } from '../http/request-body';
import { isOld } from '../validation/prompt-validation';
import type { Writable } from '../wire/json';
import type { RouteContext, Routes } from './route-context';

/** The features that the node announces. Older versions know two of these. */
export function featuresOf(version: string): Writable {
  if (isOld(version)) return { supports_preview_metadata: true, max_upload_size: MAX_UPLOAD_SIZE };
  return {
    supports_preview_metadata: true,
    supports_model_type_tags: true,
    max_upload_size: MAX_UPLOAD_SIZE,
    extension: { manager: { supports_v4: true } },
    node_replacements: true,
    assets: false,
  };
}

/** `GET /system_stats`, `GET /features` and `GET /extensions`, which is empty: the node has no browser page. */
export function systemRoutes(context: RouteContext): Routes {
  return {
    'GET /system_stats': () => jsonAnswer(stats(context)),
    'GET /ws': (request) => noWebSocket(request.headers.upgrade),
    'GET /features': () => jsonAnswer(featuresOf(context.version)),
    'GET /extensions': () => jsonAnswer([]),
  };
}

/** The answer to a plain HTTP request for the WebSocket path. */
function noWebSocket(upgrade: string | undefined): Answer {
  const problem = `No WebSocket UPGRADE hdr: ${upgrade ?? 'None'}`;
  return textAnswer(`${problem}\n Can "Upgrade" only to "WebSocket".`, 400);
}

function stats({ version, port }: RouteContext): Writable {
  const [total, free] = [totalmem(), freemem()];
  const packages = [
    'comfyui-frontend-package',
    'comfyui-workflow-templates',
    'comfyui-embedded-docs',
  ];
  return {
    system: {
      os: process.platform,
      ram_total: total,
      ram_free: free,
      comfyui_version: version,
      required_frontend_version: 'simulated',
      installed_templates_version: null,
      required_templates_version: 'simulated',
      comfy_package_versions: isOld(version)
        ? undefined
        : packages.map((name) => ({ name, installed: null, required: 'simulated' })),
      python_version: `simulated on Node.js ${process.versions.node}`,
      pytorch_version: 'simulated',
      embedded_python: false,
      deploy_environment: isOld(version) ? undefined : 'simulator',
      argv: ['main.py', '--cpu', '--port', String(port())],
    },
    devices: [
      {
        name: 'cpu',
        type: 'cpu',
        index: null,
        vram_total: total,
        vram_free: free,
        torch_vram_total: total,
        torch_vram_free: free,
      },
    ],
  };
}
