import { Module } from '@nestjs/common';
import { JobsModule } from '../jobs/jobs.module';
import { ProvidersModule } from '../providers/providers.module';
import { WorkflowsModule } from '../workflows/workflows.module';
import { GuideTemplateStore } from './guide-template.store';
import { GuideController } from './guide.controller';
import { GuideService } from './guide.service';

/** The guide for agents: `SKILL.md`, with the data of this install and of the caller filled in. */
@Module({
  imports: [JobsModule, ProvidersModule, WorkflowsModule],
  controllers: [GuideController],
  providers: [GuideTemplateStore, GuideService],
})
export class GuideModule {}
