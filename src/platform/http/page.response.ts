import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** The fields of every page besides its items. */
export class PageResponse {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Send it as `cursor` for the next page; null on the last one.',
  })
  next_cursor: string | null;
  @ApiPropertyOptional({ type: 'integer', description: 'Only with `with_total=true`.' })
  total?: number;
}
