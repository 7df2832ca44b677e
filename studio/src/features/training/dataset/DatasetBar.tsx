import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Dataset, deleteDataset } from '../../../api/datasets';
import { ButtonLink } from '../../../routing/links';
import { DeleteAction } from '../../../ui/DeleteAction';
import { notifyDone } from '../../../ui/notify';
import { AddButtons, type AddButtonsProps } from './AddButtons';
import styles from './Dataset.module.css';
import { EditCaptions } from './EditCaptions';
import { UndoCaptions } from './UndoCaptions';
import { datasetWords as words } from './words';

interface DatasetBarProps extends AddButtonsProps {
  readonly dataset: Dataset;
}

/** What the dataset is in numbers, and what can be done with it as a whole. */
export function DatasetBar({ dataset, onAdd, onUpload }: DatasetBarProps) {
  const isFrozen = dataset.frozen_by !== null;
  const hasPictures = dataset.image_count > 0;
  const facts = [
    words.pictures(dataset.image_count),
    dataset.source === 'registered' && words.registered,
    dataset.description,
  ];
  return (
    <div className={styles.bar}>
      {!isFrozen && (
        <>
          <AddButtons onAdd={onAdd} onUpload={onUpload} />
          {hasPictures && <EditCaptions dataset={dataset} />}
        </>
      )}
      <span className={styles.facts}>{facts.filter(Boolean).join(' · ')}</span>
      {!isFrozen && <UndoCaptions dataset={dataset} />}
      {!isFrozen && <DeleteDataset dataset={dataset} />}
      {hasPictures && (
        <ButtonLink variant="filled" to="/training/new" search={{ dataset: dataset.id }}>
          {words.train}
        </ButtonLink>
      )}
    </div>
  );
}

function DeleteDataset({ dataset }: { readonly dataset: Dataset }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = async () => {
    await deleteDataset(dataset.id);
    notifyDone(words.deleted(dataset.name));
    await navigate({ to: '/training', search: { list: 'datasets' } });
    queries.removeQueries({ queryKey: ['dataset', dataset.id] });
    void queries.invalidateQueries({ queryKey: ['datasets'] });
  };
  return (
    <DeleteAction
      words={{
        delete: words.delete,
        deleteText: dataset.source === 'registered' ? words.deleteRegistered : words.deleteText,
        keep: words.keepIt,
      }}
      title={words.deleteTitle(dataset.name)}
      remove={remove}
    />
  );
}
