import { Module } from '@nestjs/common';
import { TrainingInspection } from '../../modules/lora-training/public/training-inspection';
import { TrainingInspectionModule } from '../../modules/lora-training/training-inspection.module';
import { ClockModule } from '../../platform/clock/clock.module';
import type { AppConfig } from '../../platform/config/app-config';
import { ConfigModule } from '../../platform/config/config.module';
import { withContext } from '../with-context';
import { type Check, note, ok, problem } from './check';

const PROBE_TIMEOUT_MS = 2000;

@Module({ imports: [ClockModule, ConfigModule.from(), TrainingInspectionModule] })
class InspectionModule {}

/** The folders of LoRA training, and whether the toolkit answers. */
export async function checkTraining({ training }: AppConfig): Promise<Check> {
  const problems = await withContext(InspectionModule, (context) =>
    context.get(TrainingInspection, { strict: false }).problems(PROBE_TIMEOUT_MS),
  );
  if (problems === null) return ok('training', 'No training toolkit is configured.');
  if (problems.length > 0) return problem('training', problems.join(' '));
  return training.lora_dir === null
    ? note('training', "Checkpoints can't be published: training.lora_dir is not set.")
    : ok('training', 'The folders are there, and the toolkit answers.');
}
