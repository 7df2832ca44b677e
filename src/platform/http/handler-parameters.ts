import type { ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import type { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';

/** Whether the handler has a parameter of this type, such as `@Body()`. Nest stores them under `<type>:<index>`. */
export function takes(type: RouteParamtypes, context: ExecutionContext): boolean {
  const parameters = (Reflect.getMetadata(
    ROUTE_ARGS_METADATA,
    context.getClass(),
    context.getHandler().name,
  ) ?? {}) as Readonly<Record<string, unknown>>;
  return Object.keys(parameters).some((key) => key.startsWith(`${String(type)}:`));
}
