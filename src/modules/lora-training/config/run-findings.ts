import type { TrainingTemplate } from '../templates/training-template';
import type { TrainingSettings } from './training-settings';

/** A fault or a warning that a plan reports. */
export interface Finding {
  readonly code: string;
  readonly message: string;
}

/** What a run would be trained on. */
export interface DatasetState {
  readonly pictures: number;
  readonly uncaptioned: number;
}

/** A dataset with fewer pictures gets a warning. */
export const FEW_PICTURES = 5;
/** The toolkit mistakes files with these words in their names for files of its own. */
const RESERVED_NAMES = /_(?:LoRA|refiner|t2i|cn)/;
/** Architectures that ignore layer offloading. */
const WITHOUT_OFFLOADING = /^(?:flux|sdxl|sd15)$/;
const SIZE_UNIT = 16;

/** Faults that make a start fail. */
export function blockingFaults(settings: TrainingSettings, dataset: DatasetState): Finding[] {
  const faults: Finding[] = [];
  if (settings.optimizer === 'sgd')
    faults.push({
      code: 'unknown_optimizer',
      message: 'The training toolkit does not support the optimizer sgd: send adamw8bit or adamw.',
    });
  if (dataset.pictures === 0)
    faults.push({
      code: 'dataset_empty',
      message:
        'The dataset has no pictures: add some with POST /api/lora-training/datasets/{id}/items.',
    });
  return faults;
}

/** Problems that may spoil the result of a run, but don't prevent its start. */
export function warningsOf(
  jobName: string,
  { arch }: TrainingTemplate,
  settings: TrainingSettings,
  dataset: DatasetState,
): Finding[] {
  const findings: [isTrue: boolean, finding: Finding][] = [
    [
      dataset.pictures > 0 && dataset.pictures < FEW_PICTURES,
      { code: 'few_pictures', message: `The dataset has fewer than ${FEW_PICTURES} pictures.` },
    ],
    [
      dataset.uncaptioned > 0,
      {
        code: 'captions_missing',
        message: `${dataset.uncaptioned} pictures have no caption: they are trained on the trigger word alone.`,
      },
    ],
    [
      RESERVED_NAMES.test(jobName),
      {
        code: 'reserved_name',
        message: 'A job_name with _LoRA, _refiner, _t2i or _cn can spoil a continued run.',
      },
    ],
    [
      settings.layer_offloading && WITHOUT_OFFLOADING.test(arch),
      { code: 'no_layer_offloading', message: `Models of ${arch} ignore layer_offloading.` },
    ],
    [
      settings.sample_width % SIZE_UNIT > 0 || settings.sample_height % SIZE_UNIT > 0,
      {
        code: 'sample_size',
        message: `The sample size is not a multiple of ${SIZE_UNIT}: the toolkit rounds it down.`,
      },
    ],
    [
      settings.sample_prompts.length === 0,
      { code: 'no_samples', message: 'Without sample prompts no sample pictures are made.' },
    ],
  ];
  return findings.flatMap(([isTrue, finding]) => (isTrue ? [finding] : []));
}
