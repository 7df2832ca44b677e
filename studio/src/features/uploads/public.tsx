import { addUploads as add } from './upload-queue';
import { UploadArea as Area } from './UploadArea';

/** A page that takes dropped and pasted files, and shows how far their uploads are. */
export const UploadArea = Area;

/** Uploads files in the background. */
export const addUploads = add;
