import { memo, type ReactNode } from 'react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { mediaItemQuery, mediaTitle, thumbnailUrl } from '../../api/media-item';
import type { Media, MediaTile } from '../../api/types';
import { ErrorState } from '../../ui/ErrorState';
import { Fact, Facts } from '../../ui/Facts';
import { Picture } from '../../ui/Picture';
import { MediaDetails, MediaUses } from '../lightbox/public';
import styles from './DetailsPanel.module.css';
import { type FilterGroup, shared, sharedTags } from './model';
import { nameOf } from './use-gallery-actions';
import { useNames } from './use-names';
import { galleryWords } from './words';

/** What several have in common is read from their records, so only up to so many. */
const MAX_COMPARED = 24;
const MAX_PREVIEW_PX = 248;
/** Moving the cursor along a row loads no details on its way. */
const MOVING_MS = 80;

interface DetailsPanelProps {
  /** Path of the item that the cursor is on. */
  readonly shownPath: string | undefined;
  /** How many are selected, and which. */
  readonly count: number;
  readonly paths: ReadonlySet<string>;
  /** Loaded tiles of the selection. */
  readonly tiles: readonly MediaTile[];
}

/** What made the picture under the cursor, or what several selected ones have in common. */
export const DetailsPanel = memo(function DetailsPanel(props: DetailsPanelProps) {
  const { shownPath, count, paths, tiles } = props;
  const [latest] = useDebouncedValue(shownPath, MOVING_MS);
  const path = shownPath === undefined ? undefined : latest;
  const { data, error, refetch } = useQuery({
    ...mediaItemQuery(path ?? ''),
    enabled: path !== undefined,
    placeholderData: (before) => before,
  });
  const media = path === undefined ? undefined : data;
  if (count > 1)
    return (
      <Panel preview={media}>
        <Several {...{ count, paths, tiles }} />
      </Panel>
    );
  if (media === undefined)
    return (
      <Panel>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <p className={styles.hint}>{galleryWords.noDetails}</p>
        )}
      </Panel>
    );
  return (
    <Panel preview={media} foot={media.trashed_at === null && <MediaUses media={media} />}>
      <MediaDetails key={media.path} media={media} />
    </Panel>
  );
});

interface PanelProps {
  readonly preview?: Media | undefined;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
}

function Panel({ preview, children, foot = false }: PanelProps) {
  return (
    <aside className={styles.panel} aria-label={galleryWords.details}>
      <div className={styles.scroll}>
        {preview && <Preview media={preview} />}
        {children}
      </div>
      {foot !== false && <div className={styles.foot}>{foot}</div>}
    </aside>
  );
}

function Preview({ media }: { readonly media: Media }) {
  const { width, height, placeholder } = media;
  const url = thumbnailUrl(media, 280 * devicePixelRatio);
  if (url === null) return null;
  const ratio = width && height ? width / height : 1;
  return (
    <div className={styles.preview} style={{ aspectRatio: ratio, width: MAX_PREVIEW_PX * ratio }}>
      <Picture
        src={url}
        alt={mediaTitle(media)}
        placeholder={placeholder}
        className={styles.picture}
      />
    </div>
  );
}

function Several({ count, paths, tiles }: Omit<DetailsPanelProps, 'shownPath'>) {
  const compared = count <= MAX_COMPARED ? [...paths] : [];
  const items = useQueries({
    queries: compared.map((path) => mediaItemQuery(path)),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  const isComplete = items.length === count;
  return (
    <>
      <h2 className={styles.title}>{nameOf({ count, tiles })}</h2>
      {isComplete && <SharedFacts items={items} />}
      {compared.length === 0 && <p className={styles.hint}>{galleryWords.tooManyForDetails}</p>}
    </>
  );
}

const sizeOf = ({ width, height }: Media) =>
  width !== null && height !== null ? `${width} × ${height}` : null;

interface SharedFact {
  readonly name: string;
  readonly mono?: boolean;
  readonly read: (media: Media) => string | null;
}

const FACTS: readonly SharedFact[] = [
  { name: galleryWords.seed, mono: true, read: ({ seed }) => (seed === null ? null : `${seed}`) },
  { name: galleryWords.sizeField, mono: true, read: sizeOf },
];

function SharedFacts({ items }: { readonly items: readonly Media[] }) {
  const prompt = shared(items, (item) => item.prompt);
  const tags = sharedTags(items);
  const nameOfTarget = useNames();
  const namesOf = (group: FilterGroup, values: readonly string[]) =>
    values.map((value) => nameOfTarget(group, value)).join(', ') || null;
  const facts: readonly SharedFact[] = [
    {
      name: galleryWords.workflow,
      read: ({ workflow }) => namesOf('workflow', workflow === null ? [] : [workflow]),
    },
    { name: galleryWords.model, read: ({ models }) => namesOf('model', models) },
    { name: galleryWords.loras, read: ({ loras }) => namesOf('lora', loras) },
    ...FACTS,
    { name: galleryWords.character, read: ({ character_ids: ids }) => namesOf('character', ids) },
  ];
  const hasAny = (read: (media: Media) => string | null) =>
    items.some((item) => read(item) !== null);
  return (
    <>
      {prompt !== null && (
        <p className={styles.prompt} dir="auto">
          {prompt}
        </p>
      )}
      <Facts>
        {facts
          .filter(({ read }) => hasAny(read))
          .map(({ name, mono, read }) => (
            <Fact key={name} name={name} mono={mono && shared(items, read) !== null}>
              {shared(items, read) ?? <span className={styles.hint}>{galleryWords.differs}</span>}
            </Fact>
          ))}
      </Facts>
      {tags.length > 0 && (
        <ul className={styles.tags} aria-label={galleryWords.tagFieldShared}>
          {tags.map((tag) => (
            <li key={tag} className={styles.tag} dir="auto">
              {tag}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
