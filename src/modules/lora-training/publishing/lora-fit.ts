import { isRecord } from '../../../platform/json';
import { readProvenance } from '../../workflows/public/provenance';
import type { Workflow } from '../../workflows/public/workflow';
import type { LocatedCheckpoint } from '../runs/located-checkpoints.service';
import type { TrainingRun } from '../runs/training-run.entity';
import { readWeights, type WeightsHeader } from '../runs/weights-file.store';
import { isLora, misfit, trainedFor, type TrainedFor } from '../../models/public/base-models';
import { CheckpointChanged, LoraMisfit } from './publishing.errors';

const MAX_NAME = 200;

/** @throws LoraMisfit if the checkpoint would have no effect with the workflow; CheckpointChanged */
export async function requireFit(located: LocatedCheckpoint, workflow: Workflow): Promise<void> {
  const { checkpoint } = located;
  if (!workflow.supports_lora)
    throw new LoraMisfit(checkpoint.name, `the workflow ${workflow.id} takes no LoRA`);
  const why = misfit(await trainingOf(located), readProvenance(workflow.graph).models);
  if (why !== null) throw new LoraMisfit(checkpoint.name, why);
}

/** What a checkpoint was trained for. @throws CheckpointChanged; LoraMisfit for a file that is not a LoRA */
export async function trainingOf({
  run,
  checkpoint,
  paths: [path],
}: LocatedCheckpoint): Promise<TrainedFor> {
  const weights = await readWeights(path);
  if (!weights) throw new CheckpointChanged();
  const keys = Object.keys(weights.header).filter((key) => key !== '__metadata__');
  if (!isLora(keys)) throw new LoraMisfit(checkpoint.name, 'it has no weights of a LoRA');
  return trainedFor(baseModelOf(weights.header) ?? architectureOf(run), keys);
}

function baseModelOf({ __metadata__: metadata }: WeightsHeader): string | null {
  if (!isRecord(metadata)) return null;
  const named = metadata['modelspec.architecture'] ?? metadata['ss_base_model_version'];
  return typeof named === 'string' && named !== '' ? named.slice(0, MAX_NAME) : null;
}

function architectureOf({ config }: TrainingRun): string | null {
  const model = config.config.process[0]['model'];
  const architecture = isRecord(model) ? model['arch'] : undefined;
  return typeof architecture === 'string' ? architecture : null;
}
