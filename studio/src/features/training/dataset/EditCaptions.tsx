import { IconTextCaption } from '@tabler/icons-react';
import type { Dataset } from '../../../api/datasets';
import { ActionModal } from '../../../ui/ActionModal';
import { EditCaptionsForm } from './EditCaptionsForm';
import { datasetWords } from './words';

const { captions: words } = datasetWords;

/** Changes all captions of the dataset together. */
export function EditCaptions({ dataset }: { readonly dataset: Dataset }) {
  return (
    <ActionModal
      leftSection={<IconTextCaption size={18} stroke={1.5} aria-hidden="true" />}
      label={words.edit}
      title={words.title}
      width={640}
    >
      {(close) => <EditCaptionsForm dataset={dataset} onDone={close} />}
    </ActionModal>
  );
}
