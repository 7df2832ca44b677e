import { Module } from '@nestjs/common';
import { JobsModule } from '../jobs/jobs.module';
import { ProvidersModule } from '../providers/providers.module';
import { SpeechModule } from '../speech/speech.module';
import { WorkflowsModule } from '../workflows/workflows.module';
import { GuideFactsService } from './guide-facts.service';
import { GuideTemplateStore } from './guide-template.store';
import { GuideController } from './guide.controller';
import { GuideService } from './guide.service';

/** The guide for agents: `SKILL.md`, with the data of this install and of the caller filled in. */
@Module({
  imports: [JobsModule, ProvidersModule, SpeechModule, WorkflowsModule],
  controllers: [GuideController],
  providers: [GuideFactsService, GuideService, GuideTemplateStore],
})
export class GuideModule {}
