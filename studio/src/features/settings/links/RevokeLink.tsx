import { useQueryClient } from '@tanstack/react-query';
import { deleteLink, type MediaLink, refreshLinks } from '../../../api/media-links';
import { ConfirmModal } from '../../../ui/ConfirmModal';
import { notifyDone } from '../../../ui/notify';
import { linkListWords as words } from './words';

interface RevokeLinkProps {
  readonly link: MediaLink | undefined;
  readonly onClose: () => void;
}

/** Asks before a link is revoked. */
export function RevokeLink({ link, onClose }: RevokeLinkProps) {
  const queryClient = useQueryClient();
  const revoke = async () => {
    if (link === undefined) return;
    await deleteLink(link.id);
    onClose();
    await refreshLinks(queryClient);
    notifyDone(words.revoked);
  };
  return (
    <ConfirmModal
      isOpen={link !== undefined}
      title={words.revokeTitle}
      text={words.revokeText}
      action={words.revokeSubmit}
      keep={words.keep}
      onClose={onClose}
      onConfirm={revoke}
    />
  );
}
