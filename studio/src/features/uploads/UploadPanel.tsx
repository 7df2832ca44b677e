import { Button, CloseButton, Progress } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import styles from './upload.module.css';
import {
  cancelUpload,
  clearUploads,
  isOpen,
  retryUpload,
  type Upload,
  useUploads,
} from './upload-queue';
import { uploadsWords as words } from './words';

/** The files that are uploaded, each with its progress or with why it was refused. */
export function UploadPanel() {
  const uploads = useUploads();
  if (uploads.length === 0) return null;
  const isSending = uploads.some(isOpen);
  return (
    <section className={styles.panel} aria-label={words.title}>
      <header className={styles.head}>
        {/* Read out once, at the end: it changes with each file. */}
        <h2 className={styles.title} aria-live={isSending ? 'off' : 'polite'}>
          {titleOf(uploads)}
        </h2>
        {!isSending && <CloseButton size="sm" aria-label={words.close} onClick={clearUploads} />}
      </header>
      <UploadRows uploads={uploads} />
    </section>
  );
}

/** Height of a row of two lines. */
const ROW_PX = 42;
const GAP_PX = 12;

/** The rows in view: thousands of files may be dropped at once, and each changes many times. */
function UploadRows({ uploads }: { readonly uploads: readonly Upload[] }) {
  const scrollRef = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: uploads.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => uploads[index]?.id ?? index,
    gap: GAP_PX,
    overscan: 4,
  });
  return (
    <div ref={scrollRef} className={styles.scroll}>
      <ul className={styles.list} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const upload = uploads[index];
          return (
            upload && (
              <li
                key={key}
                ref={virtualizer.measureElement}
                className={styles.row}
                style={{ transform: `translateY(${start}px)` }}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={uploads.length}
              >
                <UploadRow upload={upload} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

function titleOf(uploads: readonly Upload[]): string {
  const count = (status: Upload['status']) =>
    uploads.filter((upload) => upload.status === status).length;
  const open = uploads.filter(isOpen).length;
  if (open > 0) return words.uploading(uploads.length - open, uploads.length);
  const [done, refused, failed] = [count('done'), count('refused'), count('failed')];
  const parts = [
    done > 0 && words.done(done),
    refused > 0 && words.refused(refused),
    failed > 0 && words.failed(failed),
  ];
  return parts.filter(Boolean).join(', ');
}

const STATUS = {
  waiting: words.waiting,
  sending: '',
  done: words.uploaded,
  refused: '',
  failed: '',
} as const;

function UploadRow({ upload }: { readonly upload: Upload }) {
  const { id, file, status, progress, note, path } = upload;
  return (
    <>
      <div className={styles.line}>
        <span className={styles.name} dir="auto">
          {file.name}
        </span>
        {path !== undefined && (
          <Link
            to="."
            search={(before: Record<string, unknown>) => ({ ...before, view: path })}
            className={styles.link}
          >
            {words.show}
          </Link>
        )}
        {status === 'failed' && (
          <Button
            size="compact-sm"
            aria-label={words.retryFile(file.name)}
            onClick={() => retryUpload(upload)}
          >
            {words.retry}
          </Button>
        )}
        {isOpen(upload) && (
          <CloseButton
            size="xs"
            aria-label={words.cancel(file.name)}
            onClick={() => cancelUpload(id)}
          />
        )}
      </div>
      {status === 'sending' ? (
        <Progress value={progress * 100} size="xs" color="var(--text)" aria-label={file.name} />
      ) : (
        <span
          className={status === 'refused' || status === 'failed' ? styles.refused : styles.note}
        >
          {note ?? STATUS[status]}
        </span>
      )}
    </>
  );
}
