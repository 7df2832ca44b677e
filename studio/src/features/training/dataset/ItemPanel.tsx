import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  type Dataset,
  type DatasetItem,
  itemThumbnail,
  useDatasetItems,
  useDatasetReport,
} from '../../../api/datasets';
import { DetailsPanel, DetailsSection } from '../../../ui/DetailsPanel';
import { EmptyState } from '../../../ui/EmptyState';
import { Fact, Facts } from '../../../ui/Facts';
import { bytes } from '../../../ui/format';
import { IconAction } from '../../../ui/IconAction';
import { Picture } from '../../../ui/Picture';
import { StateDot } from '../../../ui/StateDot';
import { findingText } from '../findings';
import { itemsWith, mergedWarnings, neighboursOf } from '../model';
import { CaptionField } from './CaptionField';
import styles from './Dataset.module.css';
import { RemoveItems } from './RemoveItems';
import { datasetWords } from './words';

const { item: words } = datasetWords;

interface ItemPanelProps {
  readonly dataset: Dataset;
  /** Of the picture. */
  readonly name: string;
  readonly onClose: () => void;
}

/** One picture of a dataset, large, with its caption and what is trained of it. */
export function ItemPanel({ dataset, name, onClose }: ItemPanelProps) {
  const { data: items = [] } = useDatasetItems(dataset.id);
  const index = items.findIndex((one) => one.name === name);
  const item = items[index];
  return (
    <DetailsPanel
      title={item ? words.title(index + 1, items.length) : words.picture}
      closeLabel={words.close}
      onClose={onClose}
    >
      {item !== undefined ? (
        <LoadedItem key={name} dataset={dataset} item={item} items={items} onClose={onClose} />
      ) : (
        items.length > 0 && <EmptyState title={words.gone.title} text={words.gone.text} />
      )}
    </DetailsPanel>
  );
}

interface LoadedItemProps {
  readonly dataset: Dataset;
  readonly item: DatasetItem;
  readonly items: readonly DatasetItem[];
  readonly onClose: () => void;
}

function LoadedItem({ dataset, item, items, onClose }: LoadedItemProps) {
  const { problem } = useSearch({ from: '/training/datasets/$id' });
  const navigate = useNavigate({ from: '/training/datasets/$id' });
  const report = useDatasetReport(dataset.id, { enabled: true }).data;
  const warnings = report?.warnings ?? [];
  const { before, after } = neighboursOf(
    itemsWith(items, problem, mergedWarnings(warnings)),
    item.name,
  );
  const isReadOnly = dataset.frozen_by !== null;
  const show = ({ name }: DatasetItem) =>
    void navigate({
      search: (search) => ({ ...search, item: name }),
      replace: true,
      resetScroll: false,
    });
  const problems = warnings.filter(({ pictures }) => pictures.includes(item.name));
  return (
    <div className={styles.panel}>
      <Picture src={itemThumbnail(item, 1024)} alt="" fit="contain" className={styles.large} />
      <div className={styles.steps}>
        <IconAction
          icon={IconChevronLeft}
          label={words.before}
          disabled={before === undefined}
          onClick={() => before && show(before)}
        />
        <IconAction
          icon={IconChevronRight}
          label={words.after}
          disabled={after === undefined}
          onClick={() => after && show(after)}
        />
        {!isReadOnly && (
          <RemoveItems
            dataset={dataset.id}
            names={[item.name]}
            onRemoved={() => {
              const next = after ?? before;
              if (next) show(next);
              else onClose();
            }}
          />
        )}
      </div>
      <CaptionField dataset={dataset.id} item={item} isReadOnly={isReadOnly} />
      {problems.length > 0 && (
        <DetailsSection title={words.problems}>
          {problems.map((warning, index) => (
            <StateDot key={index} tone="warn">
              {findingText(warning)}
            </StateDot>
          ))}
        </DetailsSection>
      )}
      <ItemFacts item={item} crops={report?.pictures.find(({ name }) => name === item.name)} />
    </div>
  );
}

type Crops = NonNullable<ReturnType<typeof useDatasetReport>['data']>['pictures'][number];

function ItemFacts({ item, crops }: { readonly item: DatasetItem; readonly crops?: Crops }) {
  const { width = null, height = null, buckets = [] } = crops ?? {};
  const pixels = width === null || height === null ? [] : [words.pixels(width, height)];
  return (
    <DetailsSection title={words.about}>
      <Facts>
        <Fact name={words.name} mono>
          {item.name}
        </Fact>
        <Fact name={words.size} mono>
          {[...pixels, bytes(item.size_bytes)].join(' · ')}
        </Fact>
        {buckets.length > 0 && (
          <Fact name={words.trained} mono>
            {buckets.map((bucket) => (
              <div key={bucket.resolution}>{words.pixels(bucket.width, bucket.height)}</div>
            ))}
          </Fact>
        )}
      </Facts>
    </DetailsSection>
  );
}
