import type { Type } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ApiNullable } from '../openapi/answer-fields';
import type { Plain } from '../plain';

/** The fields of every page besides its items. */
export class PageResponse {
  @ApiNullable('string', {
    description: 'Send it as `cursor` for the next page; null on the last one.',
  })
  next_cursor: string | null;
  @ApiPropertyOptional({ type: 'integer', description: 'Only with `with_total=true`.' })
  total?: number;
}

/** A list that has all of its items in one answer. */
export class WholeListResponse {
  @ApiNullable('string', { description: 'Always null: all items are in the answer.' })
  next_cursor: null;
}

/** The base class of a page with items of this class. */
export function pageOf<Item>(item: Type<Item>) {
  class Page extends PageResponse {
    @ApiProperty({ type: [item] })
    items: Plain<Item>[];
  }
  return Page;
}
