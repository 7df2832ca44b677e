import { withoutRequests } from '../../ui/problem';

/** In place of messages of the API that name requests or fields. */
const WORDS: Readonly<Record<string, string>> = {
  dataset_empty: 'The dataset has no pictures. Add some first.',
  unknown_optimizer: 'The training toolkit doesn’t know this optimizer. Choose another one.',
  dataset_not_shared:
    'The training toolkit doesn’t see this dataset. training.root in config.json must be the folder that holds its datasets.',
  name_taken: 'Another run, or a folder of an earlier one, has this name. Choose another name.',
  id_taken: 'Another run, or a folder of an earlier one, has this name. Choose another name.',
  reserved_name:
    'A name with _LoRA, _refiner, _t2i or _cn can spoil the run when it is trained on later.',
  no_layer_offloading: 'This base model can’t stream its layers from main memory.',
  few_pictures: 'There are fewer than five pictures.',
  disk_space: 'There may be too little disk space for all checkpoints.',
};

/** A fault or a warning about a dataset or a run, in words of people. */
export const findingText = ({
  code,
  message,
}: {
  readonly code: string;
  readonly message: string;
}): string => WORDS[code] ?? withoutRequests(message);
