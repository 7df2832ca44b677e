import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import type { ModulesContainer } from '@nestjs/core';
import { ACCESS_LEVEL, type AccessLevel } from '../access/access.decorators';

/** A route as its decorators describe it. */
export interface RouteFacts {
  /** Lower case, as OpenAPI spells it. */
  readonly method: string;
  /** `/api/jobs/{prompt_id}` */
  readonly path: string;
  /** `JobsController.list`, for messages. */
  readonly handler: string;
  /** Undefined means closed to everybody. */
  readonly access: AccessLevel | undefined;
}

interface Controller {
  readonly name: string;
  readonly prototype: object;
}

/** Every route of the application, read from its controllers. */
export function routeTable(modules: ModulesContainer): readonly RouteFacts[] {
  return [...modules.values()].flatMap(({ controllers }) =>
    [...controllers.values()].flatMap(({ metatype }) =>
      metatype ? controllerRoutes(metatype as Controller) : [],
    ),
  );
}

function controllerRoutes(controller: Controller): RouteFacts[] {
  const prototype = controller.prototype as Readonly<Record<string, unknown>>;
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const handler = prototype[name];
    if (typeof handler !== 'function') return [];
    const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
    if (method === undefined) return [];
    const access = (Reflect.getMetadata(ACCESS_LEVEL, handler) ??
      Reflect.getMetadata(ACCESS_LEVEL, controller)) as AccessLevel | undefined;
    return pathsOf(controller).flatMap((base) =>
      pathsOf(handler).map((own) => ({
        method: RequestMethod[method].toLowerCase(),
        path: joinPaths(base, own),
        handler: `${controller.name}.${name}`,
        access,
      })),
    );
  });
}

function pathsOf(target: object): readonly string[] {
  const path = Reflect.getMetadata(PATH_METADATA, target) as string | readonly string[];
  return typeof path === 'string' ? [path] : path;
}

/** Express writes `:name` and `*name`, OpenAPI `{name}`. */
function joinPaths(...parts: readonly string[]): string {
  const segments = parts.flatMap((part) => part.split('/')).filter((segment) => segment !== '');
  return `/${segments.join('/')}`.replace(/[:*]([A-Za-z0-9_]+)/g, '{$1}');
}
