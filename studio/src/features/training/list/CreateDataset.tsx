import { useNavigate } from '@tanstack/react-router';
import { CreateAction } from '../../../routing/CreateAction';
import { NewDatasetForm } from '../NewDatasetForm';
import { trainingWords } from '../words';

const { newDataset: words, datasets } = trainingWords;

/** Asks for a name, then opens the new dataset, where pictures are added. */
export function CreateDataset() {
  const navigate = useNavigate();
  return (
    <CreateAction label={datasets.create} words={words}>
      <NewDatasetForm
        onCreate={({ id }) =>
          navigate({ to: '/training/datasets/$id', params: { id }, replace: true })
        }
      />
    </CreateAction>
  );
}
