import { useFileDialog } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';

/** Asks for files of the disk, and uploads them into the gallery, which is shown then. */
export function useUpload(): () => void {
  const navigate = useNavigate();
  const { open } = useFileDialog({
    accept: 'image/*,video/*,audio/*',
    onChange: (files) => void (files && upload([...files])),
  });
  const upload = async (files: readonly File[]) => {
    // With the code of the gallery: its panel of uploads weighs more than the palette.
    const { addUploads } = await import('../uploads/public');
    addUploads(files);
    await navigate({ to: '/gallery' });
  };
  return open;
}
