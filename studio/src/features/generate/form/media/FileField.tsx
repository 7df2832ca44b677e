import { Button } from '@mantine/core';
import { IconMovie, IconMusic, IconPhoto, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { IconAction } from '../../../../ui/IconAction';
import { useIsTouch } from '../../../../ui/use-is-touch';
import { MediaPicker } from '../../../media-picker/public';
import { formWords } from '../../words';
import { FieldError } from '../fields/FieldError';
import { FieldLabel } from '../../../../ui/FieldLabel';
import { type FieldProps, useField } from '../fields/ParamField';
import { setParam, useFieldError } from '../form-state';
import styles from './File.module.css';
import { FromDisk } from './FromDisk';
import { mediaUrl, thumbnailUrl } from '../../../../api/media-url';
import type { FileKind } from './model';
import { cancelUpload, uploadFor, useUpload } from './uploads';

const ICONS = { image: IconPhoto, video: IconMovie, audio: IconMusic };

/** A picture, clip or sound that the workflow works on. */
export function FileField(props: FieldProps) {
  const { name, param } = props;
  const { value, labelProps } = useField(props);
  const upload = useUpload(name);
  const isTouch = useIsTouch();
  const isInvalid = useFieldError(name) !== undefined || undefined;
  const kind = param.type as FileKind;
  const path = typeof value === 'string' && value !== '' ? value : null;
  return (
    <div role="group" aria-label={param.label} data-param={name} data-file-target={name}>
      <FieldLabel {...labelProps} isChanged={false} />
      <div className={styles.box} data-invalid={isInvalid} data-filled={path !== null || undefined}>
        {upload === undefined ? (
          <>
            {path === null ? (
              <span className={styles.hint}>
                {(isTouch ? formWords.pick : formWords.drop)[kind]}
              </span>
            ) : (
              <Chosen
                kind={kind}
                path={path}
                label={param.label}
                onRemove={() => setParam(name, undefined)}
              />
            )}
            <Sources name={name} kind={kind} />
          </>
        ) : (
          <div className={styles.upload}>
            <span>{formWords.uploading(upload.fraction)}</span>
            <progress
              className={styles.progress}
              value={upload.fraction}
              aria-label={param.label}
            />
            <IconAction
              icon={IconX}
              size="md"
              label={formWords.remove}
              onClick={() => cancelUpload(name)}
            />
          </div>
        )}
      </div>
      <FieldError name={name} />
    </div>
  );
}

interface ChosenProps {
  readonly kind: FileKind;
  readonly path: string;
  readonly label: string;
  readonly onRemove: () => void;
}

function Chosen({ kind, path, label, onRemove }: ChosenProps) {
  const Icon = ICONS[kind];
  return (
    <>
      <div className={styles.preview}>
        {kind === 'audio' ? (
          <audio controls preload="metadata" src={mediaUrl(path)} className={styles.sound}>
            <track kind="captions" />
          </audio>
        ) : (
          <img src={thumbnailUrl(path)} alt={label} />
        )}
        {kind === 'video' && (
          <Icon size={18} stroke={1.5} className={styles.kind} aria-hidden="true" />
        )}
      </div>
      <span className={styles.remove}>
        <IconAction
          icon={IconX}
          size="md"
          label={`${formWords.remove}: ${label}`}
          onClick={onRemove}
        />
      </span>
    </>
  );
}

function Sources({ name, kind }: { readonly name: string; readonly kind: FileKind }) {
  const [isPicking, setIsPicking] = useState(false);
  return (
    <div className={styles.sources}>
      <FromDisk kind={kind} onChosen={(file) => void uploadFor(name, file)} />
      <Button
        size="compact-sm"
        leftSection={<IconPhoto size={16} stroke={1.5} aria-hidden="true" />}
        onClick={() => setIsPicking(true)}
      >
        {formWords.fromGallery}
      </Button>
      {isPicking && (
        <MediaPicker
          kind={kind}
          onClose={() => setIsPicking(false)}
          onChosen={(path) => {
            setParam(name, path);
            setIsPicking(false);
          }}
        />
      )}
    </div>
  );
}
