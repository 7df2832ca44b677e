import { FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { IconAction } from '../../ui/IconAction';
import { galleryWords } from './words';
import { addUploads } from '../uploads/public';

/** Asks for files of the disk, and uploads them. */
export function UploadButton() {
  return (
    <FileButton multiple accept="image/*,video/*,audio/*" onChange={(files) => addUploads(files)}>
      {({ onClick }) => (
        <IconAction icon={IconUpload} label={galleryWords.upload} onClick={onClick} />
      )}
    </FileButton>
  );
}
