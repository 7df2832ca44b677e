import type { Form, FormFile } from '../http/form';

/** What gets written for an upload; nothing when the reference of a mask leads nowhere. */
export type UploadContent = (file: FormFile, form: Form) => Promise<Buffer | undefined>;
