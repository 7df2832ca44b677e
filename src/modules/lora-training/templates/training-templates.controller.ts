import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyCaller } from '../../../platform/access/access.decorators';
import type { Plain } from '../../../platform/plain';
import { TemplatesResponse } from '../dto/template.response';
import { TrainingTemplatesService } from './training-templates.service';

/** Templates of training runs. */
@ApiTags('lora-training')
@Controller('api/lora-training/templates')
@AnyCaller()
export class TrainingTemplatesController {
  constructor(private readonly templates: TrainingTemplatesService) {}

  @Get()
  @ApiOperation({
    operationId: 'listTrainingTemplates',
    summary: 'List the templates of training runs',
    description:
      'A template names a base model and the settings that suit it. YAML files in `templates` of the training root are added live, and replace those of the service by name.',
  })
  @ApiOkResponse({ type: TemplatesResponse })
  list(): Promise<Plain<TemplatesResponse>> {
    return this.templates.list();
  }
}
