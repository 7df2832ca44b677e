import { CloseButton, Progress } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { galleryWords } from '../words';
import styles from './upload.module.css';
import { cancelUpload, clearUploads, type Upload, useUploads } from './upload-queue';

/** The files that are uploaded, each with its progress or with why it was refused. */
export function UploadPanel() {
  const uploads = useUploads();
  if (uploads.length === 0) return null;
  return (
    <section className={styles.panel} aria-label={galleryWords.uploads}>
      <header className={styles.head}>
        <h2 className={styles.title} role="status">
          {titleOf(uploads)}
        </h2>
        <CloseButton size="sm" aria-label={galleryWords.close} onClick={clearUploads} />
      </header>
      <ul className={styles.list}>
        {uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  );
}

function titleOf(uploads: readonly Upload[]): string {
  const count = (status: Upload['status']) =>
    uploads.filter((upload) => upload.status === status).length;
  const [done, refused] = [count('done'), count('refused')];
  if (done + refused < uploads.length)
    return galleryWords.uploading(done + refused, uploads.length);
  const parts = [
    done > 0 && galleryWords.uploadsDone(done),
    refused > 0 && galleryWords.uploadsRefused(refused),
  ];
  return parts.filter(Boolean).join(', ');
}

const STATUS = {
  waiting: galleryWords.waiting,
  sending: '',
  done: galleryWords.uploaded,
  refused: '',
} as const;

function UploadRow({ upload }: { readonly upload: Upload }) {
  const { id, file, status, progress, note, path } = upload;
  const isOpen = status === 'waiting' || status === 'sending';
  return (
    <li className={styles.row}>
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
            {galleryWords.showUpload}
          </Link>
        )}
        {isOpen && (
          <CloseButton
            size="xs"
            aria-label={galleryWords.cancelUpload(file.name)}
            onClick={() => cancelUpload(id)}
          />
        )}
      </div>
      {status === 'sending' ? (
        <Progress value={progress * 100} size="xs" color="var(--text)" aria-label={file.name} />
      ) : (
        <span className={status === 'refused' ? styles.refused : styles.note}>
          {note ?? STATUS[status]}
        </span>
      )}
    </li>
  );
}
