import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';

/**
 * Documents statuses that a route may fail with beyond those that every such route has (401 where it isn't public, 403,
 * 404 with a path parameter, 413, 415 and 422 with a body, 500). Building the document replaces the empty descriptions
 * with the codes of the status, from the catalogue of errors.
 */
export const Fails = (
  ...statuses: readonly (400 | 401 | 404 | 409 | 410 | 413 | 415 | 416 | 429 | 502 | 503 | 507)[]
) => applyDecorators(...statuses.map((status) => ApiResponse({ status, description: '' })));
