import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { useHasTraining } from '../../api/providers';
import type { Media } from '../../api/types';
import { ShareLink } from '../links/public';
import { AddToDataset } from '../training/public';
import { startsClips } from './details/model';
import type { ViewerBarProps } from './viewer-bar';
import { lightboxWords } from './words';

/** A dialog, and what it is about: another item may come into view while it is open. */
interface OpenDialog {
  readonly kind: 'dataset' | 'share';
  readonly media: Media;
}

/** Everything that the lightbox can do with an item, in words. */
export function ViewerMenu({ media, actions, zoom, remove, toggleDetails }: ViewerBarProps) {
  const [dialog, setDialog] = useState<OpenDialog>();
  const isTrashed = media.trashed_at !== null;
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon aria-label={lightboxWords.more}>
            <IconDots size={18} stroke={1.5} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {media.prompt_id !== null && (
            <>
              <Menu.Item onClick={actions.useAllSettings}>{lightboxWords.useAll}</Menu.Item>
              <Menu.Item onClick={actions.remix}>{lightboxWords.remix}</Menu.Item>
            </>
          )}
          {!isTrashed && <Uses media={media} actions={actions} onDialog={setDialog} />}
          <Menu.Item onClick={actions.openInGallery}>{lightboxWords.openInGallery}</Menu.Item>
          <Menu.Divider />
          {zoom.frame && (
            <>
              <Menu.Item onClick={zoom.fit} rightSection={<kbd>F</kbd>}>
                {lightboxWords.fit}
              </Menu.Item>
              <Menu.Item onClick={zoom.toActual} rightSection={<kbd>Z</kbd>}>
                {lightboxWords.actual}
              </Menu.Item>
            </>
          )}
          <Menu.Item onClick={toggleDetails} rightSection={<kbd>I</kbd>}>
            {lightboxWords.details}
          </Menu.Item>
          {!isTrashed && (
            <>
              <Menu.Divider />
              <Menu.Item color="bad" onClick={() => void remove()}>
                {lightboxWords.delete}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog && <MenuDialog {...dialog} onClose={() => setDialog(undefined)} />}
    </>
  );
}

interface UsesProps extends Pick<ViewerBarProps, 'media' | 'actions'> {
  readonly onDialog: (dialog: OpenDialog) => void;
}

/** What is not possible in the trash. */
function Uses({ media, actions, onDialog }: UsesProps) {
  const hasTraining = useHasTraining();
  return (
    <>
      <Menu.Item onClick={actions.useAsInput} rightSection={<kbd>U</kbd>}>
        {lightboxWords.useAsInput}
      </Menu.Item>
      {startsClips(media) && (
        <Menu.Item onClick={actions.makeClip} rightSection={<kbd>M</kbd>}>
          {lightboxWords.makeClip}
        </Menu.Item>
      )}
      {hasTraining && media.type === 'image' && (
        <Menu.Item onClick={() => onDialog({ kind: 'dataset', media })}>
          {lightboxWords.addToDataset}
        </Menu.Item>
      )}
      <Menu.Item onClick={() => onDialog({ kind: 'share', media })}>
        {lightboxWords.shareLink}
      </Menu.Item>
    </>
  );
}

function MenuDialog({ kind, media, onClose }: OpenDialog & { readonly onClose: () => void }) {
  return kind === 'share' ? (
    <ShareLink media={media} onClose={onClose} />
  ) : (
    <AddToDataset items={[media]} onClose={onClose} />
  );
}
