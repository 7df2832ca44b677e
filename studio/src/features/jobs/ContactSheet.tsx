import { Button } from '@mantine/core';
import { IconDownload, IconGridDots } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { SHEET_RUNS, useContactSheet } from '../../api/batches';
import { ErrorState } from '../../ui/ErrorState';
import { OpenModal } from '../../ui/OpenModal';
import { downloadBlob } from '../media-actions/public';
import styles from './ContactSheet.module.css';
import { jobsWords } from './words';

const { sheet: words } = jobsWords;

interface ContactSheetProps {
  readonly id: string;
  /** What the batch is called. */
  readonly name: string;
  /** How many runs it has. */
  readonly total: number;
}

/** Opens all results of a batch as one picture, each with its values. */
export function ContactSheet(props: ContactSheetProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        leftSection={<IconGridDots size={18} stroke={1.5} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        {words.title}
      </Button>
      {isOpen && (
        <OpenModal
          onClose={() => setIsOpen(false)}
          title={words.titleOf(props.name)}
          size="min(1100px, 100%)"
        >
          <Sheet {...props} />
        </OpenModal>
      )}
    </>
  );
}

function Sheet({ id, name, total }: ContactSheetProps) {
  const pages = Math.ceil(total / SHEET_RUNS);
  const [page, setPage] = useState(1);
  const { data: sheet, error, refetch } = useContactSheet(id, page);
  return (
    <>
      <div className={styles.frame}>
        {sheet && <SheetPage sheet={sheet} alt={words.alt(name, page, pages)} />}
        {!sheet && error && (
          <ErrorState error={new Error(words.failed)} onRetry={() => void refetch()} />
        )}
      </div>
      <div className={styles.actions}>
        {pages > 1 && (
          <>
            <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
              {words.before}
            </Button>
            <span role="status">{words.page(page, pages)}</span>
            <Button disabled={page === pages} onClick={() => setPage(page + 1)}>
              {words.after}
            </Button>
          </>
        )}
        <Button
          className={styles.download}
          leftSection={<IconDownload size={18} stroke={1.5} aria-hidden="true" />}
          disabled={sheet === undefined}
          onClick={() => sheet && downloadBlob(sheet, words.file(name, page, pages))}
        >
          {words.download}
        </Button>
      </div>
    </>
  );
}

function SheetPage({ sheet, alt }: { readonly sheet: Blob; readonly alt: string }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(sheet);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [sheet],
  );
  return <img ref={show} className={styles.sheet} alt={alt} />;
}
