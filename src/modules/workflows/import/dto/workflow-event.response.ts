import { ApiProperty } from '@nestjs/swagger';

/** The data of a `workflow` event: an imported workflow that the caller may use. */
export class WorkflowEventResponse {
  @ApiProperty({ example: 'my-portraits' })
  id: string;
  @ApiProperty({ enum: ['created', 'changed', 'deleted'], example: 'created' })
  action: 'created' | 'changed' | 'deleted';
}
