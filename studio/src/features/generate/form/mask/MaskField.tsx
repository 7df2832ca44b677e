import { Button } from '@mantine/core';
import { IconBrush, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { IconAction } from '../../../../ui/IconAction';
import { lazyPart } from '../../../../ui/lazy-part';
import { notifyError } from '../../../../ui/notify';
import { useSubmitting } from '../../../../ui/use-submitting';
import { formWords, maskWords } from '../../words';
import { FieldError } from '../fields/FieldError';
import { FieldLabel } from '../../../../ui/FieldLabel';
import { type FieldProps, useField } from '../fields/ParamField';
import { setParam, useFieldError, useParam } from '../form-state';
import fileStyles from '../media/File.module.css';
import { FromDisk } from '../media/FromDisk';
import { thumbnailUrl } from '../../../../api/media-url';
import { cancelUpload, tryUpload, uploadFor, useUpload } from '../media/uploads';

const MaskPainter = lazyPart(async () => (await import('./MaskPainter')).MaskPainter);

const pathOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** A mask: painted over the picture, or a file. */
export function MaskField(props: FieldProps & { readonly source: string | undefined }) {
  const { name, param, source } = props;
  const { value, labelProps } = useField(props);
  const picture = pathOf(useParam(source ?? ''));
  const upload = useUpload(name);
  const isInvalid = useFieldError(name) !== undefined;
  const path = pathOf(value);
  return (
    <div role="group" aria-label={param.label} data-param={name} data-file-target={name}>
      <FieldLabel {...labelProps} isChanged={false} />
      <div
        className={fileStyles.box}
        data-invalid={isInvalid || undefined}
        data-filled={path !== null || undefined}
      >
        {upload !== undefined && (
          <span className={fileStyles.hint}>{formWords.uploading(upload.fraction)}</span>
        )}
        {path === null ? (
          <span className={fileStyles.hint}>
            {picture === null ? maskWords.needsPicture : maskWords.hint}
          </span>
        ) : (
          <MaskPreview path={path} name={name} label={param.label} />
        )}
        <div className={fileStyles.sources}>
          <PaintButton name={name} picture={picture} mask={path} />
          <FromDisk kind="image" onChosen={(file) => void uploadFor(name, file)} />
        </div>
      </div>
      <FieldError name={name} />
    </div>
  );
}

interface MaskPreviewProps {
  readonly path: string;
  readonly name: string;
  readonly label: string;
}

function MaskPreview({ path, name, label }: MaskPreviewProps) {
  return (
    <>
      <div className={fileStyles.preview}>
        <img src={thumbnailUrl(path)} alt={label} />
      </div>
      <span className={fileStyles.remove}>
        <IconAction
          icon={IconX}
          size="md"
          label={`${formWords.remove}: ${label}`}
          onClick={() => setParam(name, undefined)}
        />
      </span>
    </>
  );
}

interface PaintButtonProps {
  readonly name: string;
  readonly picture: string | null;
  readonly mask: string | null;
}

function PaintButton({ name, picture, mask }: PaintButtonProps) {
  const [isPainting, setIsPainting] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        disabled={picture === null}
        leftSection={<IconBrush size={16} stroke={1.5} aria-hidden="true" />}
        onClick={() => setIsPainting(true)}
      >
        {mask === null ? maskWords.paint : maskWords.edit}
      </Button>
      {isPainting && picture !== null && (
        <OpenPainter
          name={name}
          picture={picture}
          mask={mask}
          onClose={() => setIsPainting(false)}
        />
      )}
    </>
  );
}

interface OpenPainterProps extends PaintButtonProps {
  readonly picture: string;
  readonly onClose: () => void;
}

/** The painter, and the upload of what was painted. */
function OpenPainter({ name, picture, mask, onClose }: OpenPainterProps) {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const { isBusy, error, run } = useSubmitting(async (file: File) => {
    const fields = { description: maskWords.described, made_from: picture };
    try {
      if (await tryUpload(name, file, fields)) onClose();
    } catch (reason) {
      if (isShown.current) throw reason;
      notifyError(reason);
    }
  });
  return (
    <MaskPainter
      picture={picture}
      mask={mask}
      isBusy={isBusy}
      error={error}
      onClose={() => {
        if (isBusy) cancelUpload(name);
        onClose();
      }}
      onDone={(file) => void run(file)}
    />
  );
}
