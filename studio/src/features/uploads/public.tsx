import { addUploads as add, type SendFile as Send } from './upload-queue';
import { UploadArea as Area } from './UploadArea';

/** A page that takes dropped and pasted files, and shows how far their uploads are. */
export const UploadArea = Area;

export type SendFile = Send;

/** Uploads files in the background. */
export const addUploads = add;
