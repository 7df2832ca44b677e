import { useNavigate, useSearch } from '@tanstack/react-router';
import { type Dataset, type DatasetItem, useDatasetReport } from '../../../api/datasets';
import { TextLink } from '../../../routing/links';
import { EmptyState } from '../../../ui/EmptyState';
import { itemsWith, mergedWarnings } from '../model';
import { AddButtons, type AddButtonsProps } from './AddButtons';
import styles from './Dataset.module.css';
import { DatasetProblems } from './DatasetProblems';
import { ItemGrid } from './ItemGrid';
import { datasetWords as words } from './words';

interface DatasetContentProps extends AddButtonsProps {
  readonly dataset: Dataset;
  readonly items: readonly DatasetItem[];
  /** Name of the picture whose details are open. */
  readonly openName: string | undefined;
}

/** The problems of a dataset, and its pictures: all, or those with one problem. */
export function DatasetContent(props: DatasetContentProps) {
  const { dataset, items, openName, onAdd, onUpload } = props;
  const { problem } = useSearch({ from: '/training/datasets/$id' });
  const navigate = useNavigate({ from: '/training/datasets/$id' });
  const report = useDatasetReport(dataset.id, { enabled: items.length > 0 });
  if (items.length === 0)
    return (
      <EmptyState title={words.empty.title} text={words.empty.text}>
        {dataset.frozen_by === null && (
          <div className={styles.emptyActions}>
            <AddButtons onAdd={onAdd} onUpload={onUpload} />
          </div>
        )}
      </EmptyState>
    );
  const warnings = mergedWarnings(report.data?.warnings ?? []);
  const shown = itemsWith(items, problem, warnings);
  const show = (code: string | undefined) =>
    void navigate({
      search: ({ problem: _problem, ...others }) => ({
        ...others,
        ...(code !== undefined && { problem: code }),
      }),
      resetScroll: false,
    });
  return (
    <div className={styles.page}>
      {dataset.frozen_by !== null && (
        <p className={styles.frozen}>
          {dataset.frozen_by === '' ? (
            words.adminsRun
          ) : (
            <TextLink to="/training/runs/$name" params={{ name: dataset.frozen_by }}>
              {dataset.frozen_by}
            </TextLink>
          )}{' '}
          {words.frozen}
        </p>
      )}
      <DatasetProblems report={report} warnings={warnings} shown={problem} onShow={show} />
      {shown.length === 0 && report.data !== undefined && <p>{words.problems.gone}</p>}
      <ItemGrid
        key={problem}
        dataset={dataset}
        items={shown}
        openName={openName}
        isReadOnly={dataset.frozen_by !== null}
      />
    </div>
  );
}
